import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { addMember, makePublisher, uniqueId } from '../../support/build.ts';
import type { Client } from '../../support/client.ts';
import { meetAtWrite } from '../../support/meet-at-write.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('update-member', async () => {
  const server = await startServer({ after });
  let ada: Awaited<ReturnType<typeof makePublisher>>;
  let bob: Client;
  let path: string;
  let [ownId, bobsId] = ['', ''];
  beforeEach(async () => {
    ada = await makePublisher(server, uniqueId('ada'));
    bob = await server.user(uniqueId('bob'));
    path = `/publishers/${ada.id}/members`;
    [{ id: ownId }] = (await ada.owner.get(path)).json;
    bobsId = (await addMember(ada, bob)).id;
  });
  const change = (id: string, role: string, caller = ada.owner) => caller.put(`${path}/${id}`, { role });

  test('200: another role, and the same membership', async () => {
    const owner = await change(bobsId, 'owner');
    assert.deepEqual([owner.status, owner.json.id, owner.json.role], [200, bobsId, 'owner']);
    const tokens = () => bob.get(`/publishers/${ada.id}/tokens`);
    assert.equal((await tokens()).status, 200, 'an owner may list the tokens');
    assert.equal((await change(bobsId, 'member')).status, 200);
    assertRefused(await tokens(), 'forbidden');
  });

  test('200: who is no owner any more has no open invitation, so that nobody gets in behind', async () => {
    await change(bobsId, 'owner');
    const guest = await server.user(uniqueId('guest'));
    const { email } = (await guest.get('/users')).json;
    const { id } = (await bob.post(path, { email, role: 'owner' })).json;
    await change(bobsId, 'member');
    assertRefused(await guest.post(`/users/invitations/${id}/accept`), 'not_found');
  });

  test('400, 401, 403 and 404: no such role, an anonymous caller, a member, no such member', async () => {
    assertRefused(await change(bobsId, 'admin'), 'invalid_request');
    assertRefused(await change(bobsId, 'owner', server.anonymous), 'unauthenticated');
    assertRefused(await change(bobsId, 'owner', bob), 'forbidden');
    assertRefused(await change(bobsId, 'owner', await server.moderator()), 'forbidden');
    assertRefused(await change('none', 'owner'), 'not_found');
  });

  test('409: the last owner stays one, also when two leave at once', async () => {
    assertRefused(await change(ownId, 'member'), 'illegal_transition');
    await change(bobsId, 'owner');
    meetAtWrite(server.server.context, 2);
    const replies = await Promise.all([change(ownId, 'member'), change(bobsId, 'member', bob)]);
    const statuses = replies.map(({ status }) => status).sort((a, b) => a - b);
    assert.deepEqual(statuses, [200, 409]);
  });
});
