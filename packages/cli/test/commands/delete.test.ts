import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher, publishActive } from '../../../server/test/support/build.ts';
import { startServer } from '../../../server/test/support/start-server.ts';
import { suite } from '../../../server/test/support/variants.ts';
import { openCli } from '../support/open-cli.ts';

suite('patchbay delete', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  for (const version of ['1.0.0', '1.1.0']) await publishActive(server, ada, 'image-tools', version);
  for (const node of ['sound-tools', 'gone-tools']) await publishActive(server, ada, node, '1.0.0');
  const cli = await openCli({ after }, { url: server.url, token: ada.token });
  const statusOf = async (node: string, version: string): Promise<string> =>
    (await ada.owner.get(`/nodes/${node}/versions/${version}`)).json.status;

  test('--json: needs --yes, and names what restores it', async () => {
    const unconfirmed = await cli.json(['delete', 'image-tools@1.0.0']);
    assert.deepEqual([unconfirmed.code, unconfirmed.result.error.code], [2, 'missing_answer']);
    assert.match(unconfirmed.result.error.message, /^--yes is missing, and nobody is asked with --json\.$/);
    assert.match(unconfirmed.result.error.next, /--yes/);
    assert.equal(await statusOf('image-tools', '1.0.0'), 'NodeVersionStatusActive');
    const { code, result } = await cli.json(['delete', 'image-tools@1.0.0', '--yes']);
    assert.equal(code, 0);
    assert.match(result.data.undo, /patchbay restore image-tools@1\.0\.0/);
    assert.equal(await statusOf('image-tools', '1.0.0'), 'NodeVersionStatusDeleted');
  });

  test('in a terminal: the name has to be typed', async () => {
    const args = ['delete', 'image-tools@1.1.0'];
    const question = 'Type image-tools@1.1.0';
    const wrong = await cli.inTerminal(args, { answers: [[question, 'image-tools']] });
    assert.equal(wrong.code, 130);
    assert.match(wrong.stderr, /Nothing was changed/);
    assert.equal(await statusOf('image-tools', '1.1.0'), 'NodeVersionStatusActive');
    const right = await cli.inTerminal(args, { answers: [[question, 'image-tools@1.1.0']] });
    assert.equal(right.code, 0);
    assert.match(right.stdout, /30 days/);
    assert.equal(await statusOf('image-tools', '1.1.0'), 'NodeVersionStatusDeleted');
  });

  test('a whole node', async () => {
    const { stdout } = await cli.run(['delete', 'sound-tools', '--yes']);
    assert.match(stdout, /patchbay restore sound-tools --publisher ada/);
    assert.equal((await cli.json(['show', 'sound-tools'])).code, 4);
  });

  test('5: it is deleted already', async () => {
    const args = ['delete', 'gone-tools@1.0.0', '--yes'];
    assert.equal((await cli.json(args)).code, 0);
    const { code, result } = await cli.json(args);
    assert.deepEqual([code, result.error.code], [5, 'illegal_transition']);
  });
});
