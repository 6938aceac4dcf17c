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

  test('of one whom over a page of publishers invited: the oldest', async () => {
    const invitations = 101;
    const { id: userId } = (await ada.owner.get('/users')).json;
    const moderator = await server.moderator();
    const quota = { publishers: invitations + 1, reason: 'It asked' };
    assert.equal((await moderator.put(`/admin/users/${userId}/quotas`, quota)).status, 200);
    const inviteTo = async (number: number): Promise<void> => {
      const id = `of-many-${number}`;
      await ada.owner.post('/publishers', { id });
      const guest = { email: 'grace@example.org', role: 'member' };
      assert.equal((await ada.owner.post(`/publishers/${id}/members`, guest)).status, 201);
    };
    await inviteTo(1);
    server.clock.advance(1_000);
    await Promise.all(Array.from({ length: invitations - 1 }, (_, index) => inviteTo(index + 2)));
    const { code, result } = await cli.json(['invitations', 'accept', 'of-many-1']);
    assert.deepEqual([code, result.data.publisher_id], [0, 'of-many-1']);
  });

  test('4: no such invitation', async () => {
    assert.equal((await cli.json(['invitations', 'accept', 'ada'])).code, 4);
  });
});
