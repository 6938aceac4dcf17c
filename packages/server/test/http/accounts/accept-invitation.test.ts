import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, uniqueId } from '../../support/build.ts';
import type { Client } from '../../support/client.ts';
import { days } from '../../support/clock.ts';
import { meetAtWrite } from '../../support/meet-at-write.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('accept-invitation', async () => {
  const server = await startServer({ after });
  let ada: Awaited<ReturnType<typeof makePublisher>>;
  let bob: Client;
  let id: string;
  const invite = async (role: string): Promise<string> => {
    const { email } = (await bob.get('/users')).json;
    return (await ada.owner.post(`/publishers/${ada.id}/members`, { email, role })).json.id;
  };
  beforeEach(async () => {
    ada = await makePublisher(server, uniqueId('ada'));
    bob = await server.user(uniqueId('bob'));
    id = await invite('member');
  });
  const accept = (caller = bob, invitation = id) => caller.post(`/users/invitations/${invitation}/accept`);

  test('200: the membership, and its rights at once; it is used up', async () => {
    const { status, json } = await accept();
    const { json: me } = await bob.get('/users');
    const { id: memberId, ...membership } = json;
    const user = { id: me.id, name: me.name, email: me.email };
    assert.deepEqual([status, membership], [200, { publisher_id: ada.id, role: 'member', user }]);
    assert.equal((await bob.get(`/publishers/${ada.id}/members`)).json[1].id, memberId);
    assert.equal((await bob.post(`/publishers/${ada.id}/nodes`, { id: uniqueId('By-Bob') })).status, 201);
    assertRefused(await accept(), 'not_found');
    await bob.delete(`/publishers/${ada.id}/members/${memberId}`);
    assertRefused(await accept(), 'not_found', 'nor after leaving');
  });

  test('200: one of two attempts at once', async () => {
    meetAtWrite(server.server.context, 2);
    const replies = await Promise.all([accept(), accept()]);
    const statuses = replies.map(({ status }) => status).sort((a, b) => a - b);
    assert.deepEqual(statuses, [200, 404]);
  });

  test('200: the log says who invited and who joined', async () => {
    await accept();
    const { changes } = (await ada.owner.get(`/publishers/${ada.id}/audit`)).json;
    const names = (await Promise.all([bob, ada.owner].map((who) => who.get('/users')))).map(
      ({ json }) => json.name,
    );
    assert.deepEqual(
      changes
        .slice(0, 2)
        .map(({ action, by }: { action: string; by: { name?: string } }) => [action, by.name]),
      [
        ['member.added', names[0]],
        ['member.invited', names[1]],
      ],
    );
    assert.doesNotMatch(JSON.stringify(changes), /@example\.org/, 'addresses are not in the log');
  });

  test('401 and 403: an anonymous caller, a token, a banned publisher', async () => {
    assertRefused(await accept(server.anonymous), 'unauthenticated');
    const headers = { authorization: `Bearer ${ada.token}` };
    assertRefused(await server.anonymous.post(`/users/invitations/${id}/accept`, {}, headers), 'forbidden');
    const reason = 'Checked.';
    const moderator = await server.moderator();
    await moderator.put(`/admin/publishers/${ada.id}`, { status: 'PublisherStatusBanned', reason });
    assertRefused(await accept(), 'publisher_banned');
  });

  test('404: of another address, unknown, expired, of an inviter who was banned', async () => {
    assertRefused(await accept(await server.user(uniqueId('eve'))), 'not_found');
    assertRefused(await accept(ada.owner), 'not_found');
    assertRefused(await accept(bob, 'none'), 'not_found');
    const { id: ownerId } = (await ada.owner.get('/users')).json;
    const ban = { banned: true, banReason: 'Checked.' };
    await (await server.moderator()).put(`/admin/users/${ownerId}`, ban);
    assertRefused(await accept(), 'not_found');
    ada = await makePublisher(server, uniqueId('ada'));
    id = await invite('member');
    server.clock.advance(days(7));
    assertRefused(await accept(), 'not_found');
  });
});
