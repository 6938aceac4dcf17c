import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay invitations revoke', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const { bearer } = await server.user('grace');
  const cli = await openCli({ after }, { url: server.url, token: ada.owner.bearer });
  const invite = async (): Promise<string> =>
    (await ada.owner.post('/publishers/ada/members', { email: 'grace@example.org', role: 'owner' })).json.id;

  test('--json: the invitation, by its id', async () => {
    const id = await invite();
    const { code, result } = await cli.json(['invitations', 'revoke', id]);
    assert.deepEqual([code, result.data.id], [0, id]);
    assert.equal((await cli.json(['invitations', 'revoke', id])).code, 4);
  });

  test('in a terminal: says to whom, by the address', async () => {
    await invite();
    const args = ['invitations', 'revoke', 'Grace@example.org', '--publisher', 'ada'];
    const { code, stdout } = await cli.inTerminal(args);
    assert.deepEqual([code, stdout], [0, 'The invitation to grace@example.org is revoked.\n']);
  });

  test('3: a stranger', async (t) => {
    const stranger = await openCli(t, { url: server.url, token: bearer });
    assert.equal((await stranger.json(['invitations', 'revoke', 'x', '--publisher', 'ada'])).code, 3);
  });
});
