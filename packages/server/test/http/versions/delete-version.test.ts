import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import {
  addMember,
  makePublisher,
  publication,
  publishActive,
  publishPending,
  uniqueId,
} from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('delete-version', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');
  const moderator = await server.moderator();
  const member = await server.user('member');
  await addMember(ada, member);
  let id: string;
  let path: string;
  beforeEach(() => {
    id = uniqueId('my-node');
    path = `/publishers/ada/nodes/${id}/versions`;
  });
  const judge = (number: string, status: string) =>
    moderator.put(`/admin/nodes/${id}/versions/${number}`, { status, status_reason: 'Looked at.' });

  test('204: by number or id, by an owner or a token that may delete; the version before it is the latest again', async () => {
    await publishActive(server, ada, id, '1.0.0');
    const second = await publishActive(server, ada, id, '2.0.0');
    await publishActive(server, ada, id, '3.0.0');
    const { token } = (await ada.owner.post('/publishers/ada/tokens', { name: 'robot', actions: ['delete'] }))
      .json;
    const headers = { authorization: `Bearer ${token}` };
    assert.equal((await server.anonymous.send('DELETE', `${path}/3.0.0`, undefined, headers)).status, 204);
    const reply = await ada.owner.delete(`${path}/${second.versionId}`);
    assert.deepEqual([reply.status, reply.text], [204, '']);
    assert.equal((await server.anonymous.get(`/nodes/${id}`)).json.latest_version.version, '1.0.0');
  });

  test('204: a Flagged one as well; the number stays taken', async () => {
    await publishActive(server, ada, id, '4.0.0');
    await judge('4.0.0', 'NodeVersionStatusFlagged');
    assert.equal((await ada.owner.delete(`${path}/4.0.0`)).status, 204);
    assertRefused(await ada.owner.post(path, publication(ada.token, '4.0.0')), 'version_exists');
  });

  test('204: one whose package never came leaves its number free', async () => {
    const { versionId } = await publishPending(ada, id, '5.0.0');
    assert.equal((await ada.owner.delete(`${path}/5.0.0`)).status, 204);
    assertRefused(await server.anonymous.get(`/nodes/${id}/versions/5.0.0`), 'version_not_found');
    const again = await publishPending(ada, id, '5.0.0');
    assert.notEqual(again.versionId, versionId);
  });

  test('401 and 403: an anonymous caller, a stranger, and who may edit alone', async () => {
    await publishActive(server, ada, id, '1.0.0');
    assertRefused(await server.anonymous.delete(`${path}/1.0.0`), 'unauthenticated');
    assertRefused(await (await server.user('stranger')).delete(`${path}/1.0.0`), 'forbidden');
    assertRefused(await member.delete(`${path}/1.0.0`), 'forbidden', 'a member who is no owner');
    const { token } = (
      await ada.owner.post('/publishers/ada/tokens', { name: 'robot', actions: ['publish', 'edit'] })
    ).json;
    const headers = { authorization: `Bearer ${token}` };
    assertRefused(await server.anonymous.send('DELETE', `${path}/1.0.0`, undefined, headers), 'forbidden');
  });

  test('409: deleted before', async () => {
    await publishActive(server, ada, id, '2.0.0');
    assert.equal((await ada.owner.delete(`${path}/2.0.0`)).status, 204);
    assertRefused(await ada.owner.delete(`${path}/2.0.0`), 'illegal_transition');
  });

  test('404: of another node, or never there', async () => {
    await publishActive(server, ada, id, '1.0.0');
    const other = await publishActive(server, ada, uniqueId('other-node'), '1.0.0');
    for (const version of ['9.9.9', other.versionId]) {
      assertRefused(await ada.owner.delete(`${path}/${version}`), 'version_not_found', version);
    }
    assertRefused(await ada.owner.delete('/publishers/ada/nodes/none/versions/1.0.0'), 'node_not_found');
  });

  test('409: a Banned version is not for its publisher to delete', async () => {
    await publishActive(server, ada, id, '1.0.0');
    await judge('1.0.0', 'NodeVersionStatusBanned');
    assertRefused(await ada.owner.delete(`${path}/1.0.0`), 'illegal_transition');
  });
});
