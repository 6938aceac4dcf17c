import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publication, publishActive } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/publishers/ada/nodes/my-node';

suite('delete-node', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const member = await server.user('member');
  await ada.owner.post('/publishers/ada/members', { email: 'member@example.org', role: 'member' });
  await publishActive(server, ada, 'My-Node', '1.0.0');

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
    const reply = await ada.owner.delete('/publishers/ada/nodes/MY-NODE');
    assert.deepEqual([reply.status, reply.text], [204, '']);
    for (const address of ['/nodes/my-node', '/nodes/my-node/install', '/packages/ada/my-node/1.0.0.zip']) {
      assertRefused(await server.anonymous.get(address), 'node_not_found', address);
    }
    assert.equal((await ada.owner.get('/publishers/ada/nodes/v2')).json.total, 0);
    assertRefused(
      await ada.owner.post(`${path}/versions`, publication(ada.token, '2.0.0')),
      'illegal_transition',
    );
  });

  test('404: a second time, and what there is not', async () => {
    assertRefused(await ada.owner.delete(path), 'node_not_found');
    assertRefused(await ada.owner.delete('/publishers/ada/nodes/none'), 'node_not_found');
    assertRefused(await ada.owner.delete('/publishers/nobody/nodes/my-node'), 'publisher_not_found');
  });

  test('it comes back with its versions when its status is set to Active', async () => {
    await ada.owner.put(path, { status: 'NodeStatusActive' });
    assert.equal((await server.anonymous.get('/nodes/my-node/install')).json.version, '1.0.0');
  });

  test('403: a banned node is for moderators, who ban instead of deleting', async () => {
    await moderator.put(path, { status: 'NodeStatusBanned' });
    assertRefused(await ada.owner.delete(path), 'node_banned');
    assertRefused(await moderator.delete(path), 'forbidden');
  });
});
