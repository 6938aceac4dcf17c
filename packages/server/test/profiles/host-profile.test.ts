import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { ConfigError, readConfig } from '../../src/config.ts';
import { makePublisher, publishActive } from '../support/build.ts';
import { startServer } from '../support/start-server.ts';
import { startTwoModerators } from '../support/two-moderators.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

suite('HOST_PROFILE', () => {
  test('a file is a profile, without a word of code', async (t) => {
    const file = join(await temporaryFolder(t), 'studio.json');
    await writeFile(
      file,
      JSON.stringify({ name: 'studio', naming: { app_node: 'studio_node', 'app-node': 'studio-node' } }),
    );
    const { anonymous } = await startServer(t, { HOST_PROFILE: file });
    const { text } = await anonymous.get('/openapi.json');
    assert.ok('/nodes/{nodeId}/versions/{version}/studio-nodes' in JSON.parse(text).paths);
    const missing = await anonymous.get('/nodes/none/versions/1.0.0/studio-nodes');
    assert.deepEqual([missing.status, missing.json.error], [404, 'node_not_found']);
    const strict = await anonymous.post('/publishers/ada/nodes/a/versions', {});
    assert.deepEqual(
      [strict.status, strict.json.error],
      [401, 'unauthenticated'],
      'compat flags are those of app',
    );
  });

  test('proposals, and what the log says of them and of webhooks, are in the names of the host', async (t) => {
    const { server, first } = await startTwoModerators(t, { HOST_PROFILE: 'comfyui' });
    const ada = await makePublisher(server, 'ada');
    await publishActive(server, ada, 'pack', '1.0.0');
    const path = '/nodes/pack/versions/1.0.0/comfy-nodes';
    const sent = { comfy_nodes: [{ comfy_node_name: 'Blur' }] };
    assert.equal((await first.put(`/admin${path}`, sent)).status, 200);
    const put = (policy: string) => first.put(`${path}/Blur`, { policy, reason: 'Checked.' });
    assert.equal((await put('ComfyNodePolicyBanned')).status, 200);
    const proposed = await put('ComfyNodePolicyActive');
    assert.equal(proposed.status, 202, proposed.text);
    const hook = { url: 'https://example.org/hook', events: ['comfy-node.updated'] };
    const made = await ada.owner.post('/publishers/ada/webhooks', hook);
    const events = ['comfy-nodes.extracted'];
    assert.equal((await ada.owner.put(`/webhooks/${made.json.id}`, { events })).status, 200);
    const log = await first.get('/admin/changes?limit=1000');
    for (const { bytes } of [proposed, log]) {
      const text = new TextDecoder().decode(bytes);
      assert.match(text, /"subject":"comfy-node:[^"]+\/Blur"/);
      assert.doesNotMatch(text, /app[-_]?node/i);
    }
    assert.match(new TextDecoder().decode(log.bytes), /"events":\["comfy-nodes\.extracted"\]/);
  });

  test('what is no profile ends the start with a sentence', async (t) => {
    const folder = await temporaryFolder(t);
    const file = join(folder, 'profile.json');
    const refuse = async (written: string, message: RegExp) => {
      await writeFile(file, written);
      assert.throws(() => readConfig({ DATA_DIR: folder, HOST_PROFILE: file }), {
        constructor: ConfigError,
        message,
      });
    };
    await refuse('{', /^HOST_PROFILE must be one of app, comfyui, or a file that holds a profile as JSON\.$/);
    await refuse('{}', /^HOST_PROFILE is no profile: .*name/);
    await refuse(
      '{"name": "a", "naming": {"node": "b"}}',
      /^HOST_PROFILE is no profile: \/naming\/node is no key of a profile\.$/,
    );
    assert.throws(() => readConfig({ DATA_DIR: folder, HOST_PROFILE: 'toString' }), /must be one of/);
  });
});
