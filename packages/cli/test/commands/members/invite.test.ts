import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay members invite', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const cli = await openCli({ after }, { url: server.url, token: ada.owner.bearer });
  const args = ['members', 'invite', 'grace@example.org'];

  test('--json: an invitation, then one with another role', async () => {
    const { code, result } = await cli.json(args);
    assert.deepEqual([code, result.data.role, result.data.publisher_id], [0, 'member', 'ada']);
    assert.equal((await cli.json([...args, '--role', 'owner'])).result.data.role, 'owner');
  });

  test('in a terminal: says until when', async () => {
    const { code, stdout } = await cli.inTerminal([...args, '--role', 'owner', '--publisher', 'ada']);
    assert.equal(code, 0);
    assert.match(stdout, /^grace@example\.org is invited to ada as owner, until 20.*\.\n$/);
  });

  test('2, 5: no such role, the address of a member', async () => {
    assert.equal((await cli.json([...args, '--role', 'king'])).code, 2);
    assert.equal((await cli.json(['members', 'invite', 'owner-of-ada@example.org'])).code, 5);
  });
});
