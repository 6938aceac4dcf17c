import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay token create', async () => {
  const server = await startServer({ after });
  const { url } = server;
  const ada = await makePublisher(server, 'ada');
  const now = () => server.clock.now();
  const cli = await openCli({ after }, { url, token: ada.owner.bearer });
  const args = ['token', 'create', '--name', 'ci'];

  test('--json: the token, with what it may do, where, and until when', async () => {
    await ada.owner.post('/publishers/ada/nodes', { id: 'image-tools' });
    const limits = ['--action', 'publish,edit', '--node', 'image-tools', '--expires', '30'];
    const { code, result } = await cli.json([...args, ...limits], { context: { now } });
    assert.equal(code, 0);
    const { actions, nodes, token, createdAt, expiresAt } = result.data;
    assert.deepEqual([actions, nodes], [['publish', 'edit'], ['image-tools']]);
    assert.equal(Math.round((Date.parse(expiresAt) - Date.parse(createdAt)) / 86_400_000), 30);
    assert.equal((await cli.json(['whoami'], { env: { PATCHBAY_TOKEN: token } })).code, 0);
  });

  test('in a terminal: asks for the name and shows the token once', async () => {
    const { code, stdout } = await cli.inTerminal(['token', 'create', '--expires', 'never'], {
      answers: [['What is the token for?', 'laptop']],
    });
    assert.equal(code, 0);
    assert.match(stdout, /laptop.*Expires +never.*only time.*\npbp_[\w-]/s);
  });

  test('of several publishers, one has to be chosen', async (t) => {
    const eve = await makePublisher(server, 'eve');
    await eve.owner.post('/publishers', { id: 'lovelace' });
    const own = await openCli(t, { url, token: eve.owner.bearer });
    const { code, result } = await own.json(args);
    assert.deepEqual([code, result.error.code], [2, 'missing_answer']);
    assert.match(result.error.message, /--publisher/);
    const chosen = await own.inTerminal(args, { answers: [['Publisher', 'lovelace']] });
    assert.equal(chosen.code, 0);
    assert.equal((await own.json([...args, '--publisher', 'lovelace'])).code, 0);
  });

  test('1, 2, 3: too long, no such action or time, no owner', async (t) => {
    const long = await cli.json([...args, '--publisher', 'ada', '--expires', '999']);
    assert.deepEqual([long.code, long.result.error.code], [1, 'invalid_request']);
    for (const flags of [
      ['--action', 'fly'],
      ['--expires', 'soon'],
      ['--expires', '0'],
    ]) {
      assert.equal((await cli.json([...args, ...flags])).code, 2, flags.join(' '));
    }
    const robot = await openCli(t, { url, token: ada.token });
    assert.equal((await robot.json([...args, '--publisher', 'ada'])).code, 3);
  });
});
