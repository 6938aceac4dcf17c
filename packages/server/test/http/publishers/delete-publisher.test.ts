import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { addMember, makePublisher, uniqueId } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('delete-publisher', async () => {
  const server = await startServer({ after });
  let ada: Awaited<ReturnType<typeof makePublisher>>;
  let path: string;
  let node: string;
  beforeEach(async () => {
    ada = await makePublisher(server, uniqueId('ada'));
    path = `/publishers/${ada.id}`;
    node = uniqueId('my-node');
    await ada.owner.post(`${path}/nodes`, { id: node });
  });
  const remove = async () => {
    await ada.owner.delete(`${path}/nodes/${node}`);
    return ada.owner.delete(path);
  };

  test('401 and 403: an anonymous caller, a member who is not an owner, and the owner of a banned one', async () => {
    assertRefused(await server.anonymous.delete(path), 'unauthenticated');
    const member = await server.user('member');
    await addMember(ada, member);
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

  test('409: it has a banned node, which its owner cannot delete and is told whom to ask', async () => {
    const moderator = await server.moderator();
    const move = (status: string) => moderator.put(`/admin/nodes/${node}`, { status, reason: 'Checked.' });
    assert.equal((await move('NodeStatusBanned')).status, 200);
    const refused = await remove();
    assertRefused(refused, 'illegal_transition');
    assert.match(refused.json.message, /Ask the moderators to lift the ban/);
    assert.equal((await move('NodeStatusActive')).status, 200);
    const left = await ada.owner.delete(path);
    assert.doesNotMatch(left.json.message, /ban/);
    assert.equal((await remove()).status, 204);
  });

  test('204: once its nodes are deleted; its tokens die with it', async () => {
    const reply = await remove();
    assert.deepEqual([reply.status, reply.text], [204, '']);
    assertRefused(await server.anonymous.get(path), 'publisher_not_found');
    const headers = { authorization: `Bearer ${ada.token}` };
    const refused = await server.anonymous.get(`${path}/permissions`, headers);
    assertRefused(refused, 'unauthenticated');
    assert.match(refused.json.message, /The token was revoked/);
    const [token] = (await ada.owner.get('/users/export')).json.tokens;
    assert.ok(token.revoked_at, 'the export says so, too');
    assert.deepEqual((await ada.owner.get('/users/publishers/')).json, []);
  });

  test('404: a second time', async () => {
    assert.equal((await remove()).status, 204);
    assertRefused(await ada.owner.delete(path), 'publisher_not_found');
  });

  test('its id and those of its nodes stay taken', async () => {
    assert.equal((await remove()).status, 204);
    const bob = await makePublisher(server, 'bob');
    assertRefused(await bob.owner.post('/publishers', { id: ada.id }), 'id_taken');
    assertRefused(await bob.owner.post('/publishers/bob/nodes', { id: node.toUpperCase() }), 'id_taken');
  });
});
