import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/publishers/ada';

suite('delete-publisher', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await ada.owner.post(`${path}/nodes`, { id: 'My-Node' });

  test('401 and 403: an anonymous caller, a member who is not an owner, and the owner of a banned one', async () => {
    assertRefused(await server.anonymous.delete(path), 'unauthenticated');
    const member = await server.user('member');
    await ada.owner.post(`${path}/members`, { email: 'member@example.org', role: 'member' });
    assertRefused(await member.delete(path), 'forbidden');
    const moderator = await server.moderator();
    const move = (status: string) => moderator.put(`/admin${path}`, { status, reason: 'Checked.' });
    await move('PublisherStatusBanned');
    assertRefused(await ada.owner.delete(path), 'publisher_banned');
    await move('PublisherStatusActive');
  });

  test('409: it has a node that is not deleted', async () => {
    assertRefused(await ada.owner.delete(path), 'illegal_transition');
    assert.equal((await server.anonymous.get(path)).status, 200);
  });

  test('204: once its nodes are deleted; its tokens die with it', async () => {
    await ada.owner.delete(`${path}/nodes/my-node`);
    const reply = await ada.owner.delete(path);
    assert.deepEqual([reply.status, reply.text], [204, '']);
    assertRefused(await server.anonymous.get(path), 'publisher_not_found');
    const headers = { authorization: `Bearer ${ada.token}` };
    assertRefused(await server.anonymous.get('/publishers/ada/permissions', headers), 'unauthenticated');
    assert.deepEqual((await ada.owner.get('/users/publishers/')).json, []);
  });

  test('404: a second time', async () => {
    assertRefused(await ada.owner.delete(path), 'publisher_not_found');
  });

  test('its id and those of its nodes stay taken', async () => {
    const bob = await makePublisher(server, 'bob');
    assertRefused(await bob.owner.post('/publishers', { id: 'ada' }), 'id_taken');
    assertRefused(await bob.owner.post('/publishers/bob/nodes', { id: 'My-Node' }), 'id_taken');
  });
});
