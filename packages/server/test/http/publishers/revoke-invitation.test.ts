import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { addMember, makePublisher } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('revoke-invitation', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const other = await makePublisher(server, 'other');
  const bob = await server.user('bob');
  const invite = async (): Promise<string> =>
    (await ada.owner.post('/publishers/ada/members', { email: 'bob@example.org', role: 'member' })).json.id;
  const revoke = (id: string, caller = ada.owner, publisher = 'ada') =>
    caller.delete(`/publishers/${publisher}/invitations/${id}`);

  test('204: it can no longer be accepted', async () => {
    const id = await invite();
    const reply = await revoke(id);
    assert.deepEqual([reply.status, reply.text], [204, '']);
    assertRefused(await bob.post(`/users/invitations/${id}/accept`), 'not_found');
    assert.equal((await bob.get('/users/invitations')).json.total, 0);
    assertRefused(await revoke(id), 'not_found');
  });

  test('401, 403 and 404: an anonymous caller, a member, another publisher', async () => {
    const id = await invite();
    const member = await server.user('member');
    await addMember(ada, member);
    assertRefused(await revoke(id, server.anonymous), 'unauthenticated');
    assertRefused(await revoke(id, member), 'forbidden');
    assertRefused(await revoke(id, other.owner), 'forbidden');
    assertRefused(await revoke(id, other.owner, 'other'), 'not_found');
    assertRefused(await revoke(id, ada.owner, 'nobody'), 'publisher_not_found');
  });
});
