import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, uniqueId } from '../../support/build.ts';
import { meetAtWrite } from '../../support/meet-at-write.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('add-member', async () => {
  const server = await startServer({ after });
  let ada: Awaited<ReturnType<typeof makePublisher>>;
  let publisher: string;
  let path: string;
  beforeEach(async () => {
    ada = await makePublisher(server, uniqueId('ada'));
    publisher = `/publishers/${ada.id}`;
    path = `${publisher}/members`;
  });
  const bob = await server.user('bob');
  const add = (email: string, role: string, caller = ada.owner) => caller.post(path, { email, role });

  test('201: a member, by an address in any case, who may publish at once', async () => {
    assertRefused(await bob.post(`${publisher}/nodes`, { id: 'By-Bob' }), 'forbidden');
    const reply = await add('Bob@Example.org', 'member');
    assert.equal(reply.status, 201, reply.text);
    const { id, ...member } = reply.json;
    const { id: userId } = (await bob.get('/users')).json;
    assert.deepEqual(member, { role: 'member', user: { id: userId, name: 'bob', email: 'bob@example.org' } });
    assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7/);
    assert.equal((await bob.post(`${publisher}/nodes`, { id: 'By-Bob' })).status, 201);
  });

  test('201: again gives another role, and the same membership', async () => {
    await add('bob@example.org', 'member');
    const before = (await ada.owner.get(path)).json;
    const owner = await add('bob@example.org', 'owner');
    assert.deepEqual([owner.json.id, owner.json.role], [before[1].id, 'owner']);
    const tokens = () => bob.get(`${publisher}/tokens`);
    assert.equal((await tokens()).status, 200, 'an owner may list the tokens');
    await add('bob@example.org', 'member');
    assertRefused(await tokens(), 'forbidden');
  });

  test('400: no such role', async () => {
    assertRefused(await add('bob@example.org', 'admin'), 'invalid_request');
    assertRefused(await ada.owner.post(path, { email: 'bob@example.org' }), 'invalid_request');
  });

  test('401 and 403: an anonymous caller, a member, a token', async () => {
    await add('bob@example.org', 'member');
    assertRefused(await add('bob@example.org', 'owner', server.anonymous), 'unauthenticated');
    assertRefused(await add('bob@example.org', 'owner', bob), 'forbidden');
    const headers = { authorization: `Bearer ${ada.token}` };
    const byToken = await server.anonymous.post(path, { email: 'bob@example.org', role: 'owner' }, headers);
    assertRefused(byToken, 'forbidden');
  });

  test('404: an unknown address, an unknown publisher', async () => {
    assertRefused(await add('nobody@example.org', 'member'), 'not_found');
    const body = { email: 'bob@example.org', role: 'member' };
    assertRefused(await ada.owner.post('/publishers/nobody/members', body), 'publisher_not_found');
  });

  test('409: the last owner stays one', async () => {
    assertRefused(await add(`owner-of-${ada.id}@example.org`, 'member'), 'illegal_transition');
    await add('bob@example.org', 'owner');
    meetAtWrite(server.server.context, 2);
    const replies = await Promise.all([
      add(`owner-of-${ada.id}@example.org`, 'member'),
      add('bob@example.org', 'member', bob),
    ]);
    const owners = (await server.anonymous.get(publisher)).json.members.filter(
      ({ role }: { role: string }) => role === 'owner',
    );
    const statuses = replies.map(({ status }) => status).sort((a, b) => a - b);
    assert.deepEqual(statuses, [201, 409], 'also when both leave at once');
    assert.equal(owners.length, 1);
  });
});
