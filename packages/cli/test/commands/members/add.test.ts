import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay members add', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await server.user('grace');
  const cli = await openCli({ after }, { url: server.url, token: ada.owner.bearer });
  const args = ['members', 'add', 'grace@example.org'];

  test('--json: a member, then an owner', async () => {
    const { code, result } = await cli.json(args);
    assert.deepEqual([code, result.data.role], [0, 'member']);
    assert.equal((await cli.json([...args, '--role', 'owner'])).result.data.role, 'owner');
  });

  test('in a terminal: says what they are now', async () => {
    const { code, stdout } = await cli.inTerminal([...args, '--role', 'owner', '--publisher', 'ada']);
    assert.deepEqual([code, stdout], [0, 'grace is an owner now.\n']);
  });

  test('2, 4: no such role, nobody with this address', async () => {
    assert.equal((await cli.json([...args, '--role', 'king'])).code, 2);
    assert.equal((await cli.json(['members', 'add', 'nobody@example.org'])).code, 4);
  });
});
