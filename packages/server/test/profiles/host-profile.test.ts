import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { ConfigError, readConfig } from '../../src/config.ts';
import { startServer } from '../support/start-server.ts';
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
