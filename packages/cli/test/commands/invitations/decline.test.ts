import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay invitations decline', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const { bearer } = await server.user('grace');
  const cli = await openCli({ after }, { url: server.url, token: bearer });
  const invite = async (): Promise<string> =>
    (await ada.owner.post('/publishers/ada/members', { email: 'grace@example.org', role: 'owner' })).json.id;

  test('--json: the invitation, which is over', async () => {
    const id = await invite();
    const { code, result } = await cli.json(['invitations', 'decline', id]);
    assert.deepEqual([code, result.data.id], [0, id]);
    assert.equal((await cli.json(['invitations', 'decline', id])).code, 4);
  });

  test('in a terminal: says whose', async () => {
    await invite();
    const { code, stdout } = await cli.inTerminal(['invitations', 'decline', 'ada']);
    assert.deepEqual([code, stdout], [0, 'The invitation of ada is declined.\n']);
  });
});
