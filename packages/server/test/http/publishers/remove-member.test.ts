import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { addMember, makePublisher, publishActive, uniqueId } from '../../support/build.ts';
import { meetAtWrite } from '../../support/meet-at-write.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('remove-member', async () => {
  const server = await startServer({ after });
  /** A publisher of Ada, which Bob may join. */
  const openTeam = async () => {
    const ada = await makePublisher(server, uniqueId('ada'));
    const bob = await server.user(uniqueId('bob'));
    const path = `/publishers/${ada.id}/members` as const;
    const add = async (role: 'owner' | 'member'): Promise<string> => (await addMember(ada, bob, role)).id;
    return { ada, bob, path, add };
  };

  test('204: a removed member is refused at the next request', async () => {
    const { ada, bob, path, add } = await openTeam();
    const nodeId = uniqueId('node');
    await publishActive(server, ada, nodeId, '1.0.0');
    const id = await add('member');
    const edit = () => bob.put(`/publishers/${ada.id}/nodes/${nodeId}`, { name: 'By Bob' });
    assert.equal((await edit()).status, 200);
    const reply = await ada.owner.delete(`${path}/${id}`);
    assert.deepEqual([reply.status, reply.text], [204, '']);
    assertRefused(await edit(), 'forbidden');
    assert.equal((await bob.get(`/publishers/${ada.id}`)).json.members[0].user.email, undefined);
  });

  test('204 and 403: an owner removes another, a moderator does not', async () => {
    const { ada, path, add } = await openTeam();
    const id = await add('owner');
    assertRefused(await (await server.moderator()).delete(`${path}/${id}`), 'forbidden');
    assert.equal((await ada.owner.delete(`${path}/${id}`)).status, 204);
  });

  test('204: a member leaves, and so does an owner who is not the last', async () => {
    const { bob, path, add } = await openTeam();
    for (const role of ['member', 'owner'] as const) {
      const id = await add(role);
      assert.equal((await bob.delete(`${path}/${id}`)).status, 204, role);
      assertRefused(await bob.get(path), 'forbidden', role);
    }
  });

  test('401 and 403: an anonymous caller, and a member who removes another', async () => {
    const { bob, path, add } = await openTeam();
    const id = await add('member');
    assertRefused(await server.anonymous.delete(`${path}/${id}`), 'unauthenticated');
    const [owner] = (await bob.get(path)).json;
    assertRefused(await bob.delete(`${path}/${owner.id}`), 'forbidden');
  });

  test('404: no such member, and one of another publisher', async () => {
    const { ada, path } = await openTeam();
    const other = await openTeam();
    const [{ id }] = (await other.ada.owner.get(other.path)).json;
    for (const unknown of ['none', id]) {
      assertRefused(await ada.owner.delete(`${path}/${unknown}`), 'not_found', unknown);
    }
    assertRefused(await ada.owner.delete(`/publishers/nobody/members/${id}`), 'publisher_not_found');
  });

  test('409: the last owner stays, also when two owners remove each other at once', async () => {
    const { ada, bob, path, add } = await openTeam();
    const [{ id }] = (await ada.owner.get(path)).json;
    assertRefused(await ada.owner.delete(`${path}/${id}`), 'illegal_transition');
    const bobs = await add('owner');
    meetAtWrite(server.server.context, 2);
    const replies = await Promise.all([ada.owner.delete(`${path}/${bobs}`), bob.delete(`${path}/${id}`)]);
    assert.equal(replies.filter(({ status }) => status === 204).length, 1);
    const members = (await server.anonymous.get(`/publishers/${ada.id}`)).json.members;
    assert.deepEqual(
      members.map(({ role }) => role),
      ['owner'],
    );
  });
});
