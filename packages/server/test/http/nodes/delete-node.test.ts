import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { addMember, makePublisher, publication, publishActive, uniqueId } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('delete-node', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const member = await server.user('member');
  await addMember(ada, member);
  let id: string;
  let path: string;
  beforeEach(async () => {
    id = uniqueId('my-node');
    path = `/publishers/ada/nodes/${id}`;
    await publishActive(server, ada, id, '1.0.0');
  });

  test('401 and 403: an anonymous caller, a member who is not an owner, and a token that may not delete', async () => {
    assertRefused(await server.anonymous.delete(path), 'unauthenticated');
    assertRefused(await member.delete(path), 'forbidden');
    const { token } = (
      await ada.owner.post('/publishers/ada/tokens', { name: 'robot', actions: ['publish', 'edit'] })
    ).json;
    const headers = { authorization: `Bearer ${token}` };
    assertRefused(await server.anonymous.send('DELETE', path, undefined, headers), 'forbidden');
  });

  test('204: the node is gone for readers, its id and number are not free', async () => {
    const reply = await ada.owner.delete(path.replace('my-node', 'MY-NODE'));
    assert.deepEqual([reply.status, reply.text], [204, '']);
    for (const address of [`/nodes/${id}`, `/nodes/${id}/install`, `/packages/ada/${id}/1.0.0.zip`]) {
      assertRefused(await server.anonymous.get(address), 'node_not_found', address);
    }
    const { nodes } = (await ada.owner.get('/publishers/ada/nodes/v2?limit=100')).json;
    assert.equal(
      nodes.some((node: { id: string }) => node.id === id),
      false,
    );
    assertRefused(
      await ada.owner.post(`${path}/versions`, publication(ada.token, '2.0.0')),
      'illegal_transition',
    );
  });

  test('404: a second time, and what there is not', async () => {
    assert.equal((await ada.owner.delete(path)).status, 204);
    assertRefused(await ada.owner.delete(path), 'node_not_found');
    assertRefused(await ada.owner.delete('/publishers/ada/nodes/none'), 'node_not_found');
    assertRefused(await ada.owner.delete(`/publishers/nobody/nodes/${id}`), 'publisher_not_found');
  });

  test('it comes back with its versions when its status is set to Active', async () => {
    await ada.owner.delete(path);
    await ada.owner.put(path, { status: 'NodeStatusActive' });
    assert.equal((await server.anonymous.get(`/nodes/${id}/install`)).json.version, '1.0.0');
  });

  test('403: a banned node is for moderators, who ban instead of deleting', async () => {
    await moderator.put(path, { status: 'NodeStatusBanned' });
    assertRefused(await ada.owner.delete(path), 'node_banned');
    assertRefused(await moderator.delete(path), 'forbidden');
  });
});
