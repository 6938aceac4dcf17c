import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { addMember, makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay members role', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await addMember(ada, await server.user('grace'));
  const cli = await openCli({ after }, { url: server.url, token: ada.owner.bearer });
  const args = ['members', 'role', 'grace@example.org', '--role'];

  test('--json: the member with the role', async () => {
    const { code, result } = await cli.json([...args, 'owner']);
    assert.deepEqual([code, result.data.role], [0, 'owner']);
  });

  test('in a terminal: says what they are now', async () => {
    const { code, stdout } = await cli.inTerminal([...args, 'member', '--publisher', 'ada']);
    assert.deepEqual([code, stdout], [0, 'grace is a member now.\n']);
  });

  test('4, 5: nobody with this address; the last owner stays one', async () => {
    assert.equal((await cli.json(['members', 'role', 'nobody@example.org', '--role', 'owner'])).code, 4);
    assert.equal(
      (await cli.json(['members', 'role', 'owner-of-ada@example.org', '--role', 'member'])).code,
      5,
    );
  });
});
