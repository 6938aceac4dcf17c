import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, publication } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

const path = '/publishers/ada/tokens';

suiteOnBoth('revoke-token', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');

  test('204: the token is refused at the very next request, as Bearer and in the body', async () => {
    const { id, token } = (await ada.owner.post(path, { name: 'robot' })).json;
    const headers = { authorization: `Bearer ${token}` };
    const use = () => server.anonymous.get('/publishers/ada/permissions', headers);
    assert.equal((await use()).status, 200);
    const reply = await ada.owner.delete(`${path}/${id}`);
    assert.deepEqual([reply.status, reply.text], [204, '']);
    assertRefused(await use(), 'unauthenticated');
    const publish = await ada.owner.post(
      '/publishers/ada/nodes/my-node/versions',
      publication(token, '1.0.0'),
    );
    assertRefused(publish, 'invalid_personal_access_token');
    assertRefused(await ada.owner.delete(`${path}/${id}`), 'not_found', 'a second time');
  });

  test('204: a moderator stops a leaked token', async () => {
    const { id, token } = (await ada.owner.post(path, { name: 'leaked' })).json;
    assert.equal((await (await server.moderator()).delete(`${path}/${id}?reason=Leaked`)).status, 204);
    const headers = { authorization: `Bearer ${token}` };
    assertRefused(await server.anonymous.get('/publishers/ada/permissions', headers), 'unauthenticated');
  });

  test('204: also while the publisher is banned, for a leaked token must always be stopped', async () => {
    const { id } = (await ada.owner.post(path, { name: 'leaked' })).json;
    const moderator = await server.moderator();
    const move = (status: string) => moderator.put('/admin/publishers/ada', { status, reason: 'Checked.' });
    await move('PublisherStatusBanned');
    assert.equal((await ada.owner.delete(`${path}/${id}`)).status, 204);
    await move('PublisherStatusActive');
  });

  test('401, 403 and 404: an anonymous caller, a caller who is not an owner, an unknown id', async () => {
    const { id } = (await ada.owner.post(path, { name: 'stays' })).json;
    const bob = await makePublisher(server, 'bob');
    assertRefused(await server.anonymous.delete(`${path}/${id}`), 'unauthenticated');
    assertRefused(await bob.owner.delete(`${path}/${id}`), 'forbidden');
    assertRefused(await bob.owner.delete(`/publishers/bob/tokens/${id}`), 'not_found');
    assertRefused(await ada.owner.delete('/publishers/nobody/tokens/none'), 'publisher_not_found');
    assert.equal((await ada.owner.get(path)).json[0].id, id);
  });
});
