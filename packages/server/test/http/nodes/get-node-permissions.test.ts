import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { addMember, makePublisher } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const path = '/publishers/ada/nodes/my-node/permissions';

suiteOnBoth('get-node-permissions', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  await ada.owner.post('/publishers/ada/nodes', { id: 'My-Node' });
  await ada.owner.post('/publishers/ada/nodes', { id: 'Other-Node' });

  test('200: members and moderators may edit, strangers may not', async () => {
    const member = await server.user('member');
    await addMember(ada, member);
    for (const insider of [ada.owner, member, await server.moderator()]) {
      assert.deepEqual((await insider.get(path)).json, { canEdit: true });
    }
    assert.deepEqual((await (await server.user('stranger')).get(path)).json, { canEdit: false });
  });

  test('200: a token may edit the nodes it is for', async () => {
    const { token } = (
      await ada.owner.post('/publishers/ada/tokens', { name: 'robot', nodes: ['My-Node'], actions: ['edit'] })
    ).json;
    const canEdit = async (address: string) =>
      (await server.anonymous.get(address, { authorization: `Bearer ${token}` })).json.canEdit;
    assert.equal(await canEdit(path), true);
    assert.equal(await canEdit('/publishers/ada/nodes/other-node/permissions'), false);
  });

  test('401 and 404: an anonymous caller, an unknown publisher, an unknown node of it', async () => {
    assertRefused(await server.anonymous.get(path), 'unauthenticated');
    assertRefused(await ada.owner.get('/publishers/nobody/nodes/my-node/permissions'), 'publisher_not_found');
    assertRefused(await ada.owner.get('/publishers/ada/nodes/none/permissions'), 'node_not_found');
    await makePublisher(server, 'bob');
    assertRefused(await ada.owner.get('/publishers/bob/nodes/my-node/permissions'), 'node_not_found');
  });
});
