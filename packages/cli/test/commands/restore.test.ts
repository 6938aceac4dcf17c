import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publishActive } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { suite } from '../../../server/test/support/variants.ts';
import { openCli } from '../support/open-cli.ts';

suite('patchbay restore', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  for (const version of ['1.0.0', '1.1.0']) await publishActive(server, ada, 'image-tools', version);
  const { url } = server;
  const owner = await openCli({ after }, { url, token: ada.owner.bearer });
  const moderator = await openCli({ after }, { url, token: (await server.moderator()).bearer });

  test('--json: a node, by its owner', async () => {
    await owner.run(['delete', 'image-tools', '--yes']);
    const { code, result } = await owner.json(['restore', 'image-tools']);
    assert.deepEqual([code, result.data], [0, { node_id: 'image-tools', status: 'NodeStatusActive' }]);
    assert.equal((await owner.json(['show', 'image-tools'])).code, 0);
  });

  test('a node, by a token, which has to name the publisher', async (t) => {
    const robot = await openCli(t, { url, token: ada.token });
    await robot.run(['delete', 'image-tools', '--yes']);
    const { code } = await robot.json(['restore', 'image-tools', '--publisher', 'ada']);
    assert.equal(code, 0);
  });

  test('in a terminal: a version, by a moderator, who is asked why', async () => {
    await owner.run(['delete', 'image-tools@1.0.0', '--yes']);
    const { code, stdout } = await moderator.inTerminal(['restore', 'image-tools@1.0.0'], {
      answers: [['Reason', 'deleted by mistake']],
    });
    assert.equal(code, 0);
    assert.equal(stdout, 'image-tools@1.0.0 is Active.\n');
  });

  test('2, 3: no reason, no moderator', async () => {
    const unexplained = await moderator.json(['restore', 'image-tools@1.1.0']);
    assert.deepEqual([unexplained.code, unexplained.result.error.code], [2, 'missing_answer']);
    const refused = await owner.json(['restore', 'image-tools@1.1.0', '--reason', 'why not']);
    assert.deepEqual([refused.code, refused.result.error.code], [3, 'forbidden']);
  });
});
