import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makePublisher } from '../../../../server/test/support/build.ts';
import { startServer } from '../../../../server/test/support/start-server.ts';
import { suite } from '../../../../server/test/support/variants.ts';
import { openCli } from '../../support/open-cli.ts';

suite('patchbay invitations accept', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const { bearer } = await server.user('grace');
  const cli = await openCli({ after }, { url: server.url, token: bearer });
  const invite = async (): Promise<string> =>
    (await ada.owner.post('/publishers/ada/members', { email: 'grace@example.org', role: 'owner' })).json.id;

  test('--json: a membership, by the id of the invitation', async () => {
    const { code, result } = await cli.json(['invitations', 'accept', await invite()]);
    assert.deepEqual([code, result.data.role, result.data.publisher_id], [0, 'owner', 'ada']);
    await ada.owner.delete(`/publishers/ada/members/${result.data.id}`);
  });

  test('in a terminal: says where, by the id of the publisher', async () => {
    await invite();
    const { code, stdout } = await cli.inTerminal(['invitations', 'accept', 'ada']);
    assert.deepEqual([code, stdout], [0, 'You are an owner of ada now.\n']);
  });

  test('4: no such invitation', async () => {
    assert.equal((await cli.json(['invitations', 'accept', 'ada'])).code, 4);
  });
});
