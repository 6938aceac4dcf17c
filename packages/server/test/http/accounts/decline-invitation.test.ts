import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('decline-invitation', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const bob = await server.user('bob');
  const invite = async (): Promise<string> =>
    (await ada.owner.post('/publishers/ada/members', { email: 'bob@example.org', role: 'member' })).json.id;
  const decline = (id: string, caller = bob) => caller.post(`/users/invitations/${id}/decline`);

  test('204: it can no longer be accepted, and its publisher sees that', async () => {
    const id = await invite();
    const reply = await decline(id);
    assert.deepEqual([reply.status, reply.text], [204, '']);
    assertRefused(await bob.post(`/users/invitations/${id}/accept`), 'not_found');
    const { changes } = (await ada.owner.get('/publishers/ada/audit')).json;
    assert.deepEqual([changes[0].action, changes[0].before.invitation], ['invitation.declined', id]);
  });

  test('401, 403 and 404: an anonymous caller, a token, another user', async () => {
    const id = await invite();
    assertRefused(await decline(id, server.anonymous), 'unauthenticated');
    const headers = { authorization: `Bearer ${ada.token}` };
    assertRefused(await server.anonymous.post(`/users/invitations/${id}/decline`, {}, headers), 'forbidden');
    assertRefused(await decline(id, ada.owner), 'not_found');
  });
});
