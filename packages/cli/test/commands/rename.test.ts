import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publishActive } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { suite } from '../../../server/test/support/variants.ts';
import { openCli } from '../support/open-cli.ts';

suite('patchbay rename', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const owner = await openCli({ after }, { url: server.url, token: ada.owner.bearer });
  for (const id of ['image-tools', 'colors']) await publishActive(server, ada, id, '1.0.0');

  test('--json: the node has its new id; what was installed by the former one goes on', async (t) => {
    const user = await openCli(t, server);
    await user.run(['install', 'image-tools']);
    const { code, result } = await owner.json(['rename', 'image-tools', 'picture-tools', '--yes']);
    assert.deepEqual([code, result.data.id, result.data.former_ids], [0, 'picture-tools', ['image-tools']]);

    await publishActive(server, ada, 'picture-tools', '1.1.0');
    const outdated = (await user.json(['outdated'])).result.data.nodes;
    assert.deepEqual(
      outdated.map(({ node, status, latest }: Record<string, string>) => [node, status, latest]),
      [['image-tools', 'outdated', '1.1.0']],
    );
    const updated = (await user.json(['update'])).result.data.nodes;
    assert.deepEqual(
      updated.map(({ node, version }: Record<string, string>) => [node, version]),
      [['image-tools', '1.1.0']],
    );
    const again = (await user.json(['install', 'picture-tools'])).result.data.nodes;
    assert.deepEqual([again[0].node, again[0].status], ['image-tools', 'unchanged'], 'it is not there twice');
    assert.equal((await user.run(['verify'])).code, 0);
    assert.match((await user.run(['show', 'image-tools'])).stdout, /picture-tools/);
  });

  test('in a terminal: asks, and says what to write into pyproject.toml', async () => {
    const { code, stdout } = await owner.inTerminal(['rename', 'colors', 'hues'], {
      answers: [['Rename colors to hues?', true]],
    });
    assert.equal(code, 0);
    assert.match(stdout, /^The node is hues now\. colors leads on to it\.\n.*name = "hues"\n$/);
  });

  test('2, 3, 4: nobody to ask, a stranger, a taken id', async (t) => {
    assert.equal((await owner.json(['rename', 'hues', 'tones'])).code, 2);
    const { bearer } = await server.user('stranger');
    const stranger = await openCli(t, { url: server.url, token: bearer });
    const refused = await stranger.json(['rename', 'hues', 'tones', '--yes']);
    assert.deepEqual([refused.code, refused.result.error.code], [3, 'forbidden']);
    const taken = await owner.json(['rename', 'hues', 'image-tools', '--yes']);
    assert.equal(taken.result.error.code, 'id_taken');
  });
});
