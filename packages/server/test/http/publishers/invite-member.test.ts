import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { assertRefused } from '../../support/assert-refused.ts';
import { addMember, makePublisher, uniqueId } from '../../support/build.ts';
import { days } from '../../support/clock.ts';
import { readOutbox } from '../../support/read-outbox.ts';
import { startServer } from '../../support/start-server.ts';
import { suiteOnBoth } from '../../support/variants.ts';

suiteOnBoth('invite-member', async () => {
  const server = await startServer({ after });
  let ada: Awaited<ReturnType<typeof makePublisher>>;
  let path: string;
  beforeEach(async () => {
    ada = await makePublisher(server, uniqueId('ada'));
    path = `/publishers/${ada.id}/members`;
  });
  const bob = await server.user('bob');
  const invite = (email: string, role: string, caller = ada.owner) => caller.post(path, { email, role });

  test('201: an invitation, which makes nobody a member, in a message without free text', async () => {
    const reply = await invite('Bob@Example.org', 'member');
    assert.equal(reply.status, 201, reply.text);
    const { id, created_at, expires_at, ...invitation } = reply.json;
    const { json: me } = await ada.owner.get('/users');
    assert.deepEqual(invitation, {
      publisher_id: ada.id,
      email: 'bob@example.org',
      role: 'member',
      invited_by: { id: me.id, name: me.name },
    });
    assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7/);
    assert.equal(Date.parse(expires_at) - Date.parse(created_at), days(7));
    assert.equal((await ada.owner.get(path)).json.length, 1);
    assertRefused(await bob.post(`/publishers/${ada.id}/nodes`, { id: 'By-Bob' }), 'forbidden');
    const [mail] = (await readOutbox(server, 'bob@example.org')).slice(-1);
    assert.match(mail?.text ?? '', new RegExp(`publisher "${ada.id}".*/account/invitations`, 's'));
    assert.doesNotMatch(mail?.text ?? '', new RegExp(me.name));
  });

  test('201: the same for an address with an account and for one without', async () => {
    const [known, unknown] = [
      await invite('bob@example.org', 'owner'),
      await invite('eve@example.org', 'owner'),
    ];
    const shapeOf = ({ status, json }: typeof known) => [
      status,
      json.role,
      json.invited_by,
      Object.keys(json),
    ];
    assert.deepEqual(shapeOf(known), shapeOf(unknown));
    for (const to of ['bob@example.org', 'eve@example.org']) {
      const mails = await readOutbox(server, to);
      assert.equal(mails.filter(({ text }) => text.includes(`"${ada.id}"`)).length, 1, to);
    }
  });

  test('201: again, in place of the one before, with one message a day', async () => {
    const first = (await invite('carol@example.org', 'member')).json;
    const second = (await invite('carol@example.org', 'owner')).json;
    const { invitations } = (await ada.owner.get(`/publishers/${ada.id}/invitations`)).json;
    assert.deepEqual(
      invitations.map(({ id, role }: { id: string; role: string }) => [id, role]),
      [[second.id, 'owner']],
    );
    assert.notEqual(first.id, second.id);
    assert.equal((await readOutbox(server, 'carol@example.org')).length, 1);
  });

  test('201: an address gets a limited number of invitation mails a day from all publishers', async () => {
    const email = 'wanted@example.org';
    for (let sent = 0; sent <= limits.invitationMailsOfAddressMax; sent += 1) {
      const other = await makePublisher(server, uniqueId('inviting'));
      const reply = await other.owner.post(`/publishers/${other.id}/members`, { email, role: 'member' });
      assert.equal(reply.status, 201, reply.text);
    }
    assert.equal((await readOutbox(server, email)).length, limits.invitationMailsOfAddressMax);
    const wanted = await server.user('wanted');
    const { total } = (await wanted.get('/users/invitations')).json;
    assert.equal(total, limits.invitationMailsOfAddressMax + 1);
    server.clock.advance(days(1));
    assert.equal((await invite(email, 'member')).status, 201);
    assert.equal((await readOutbox(server, email)).length, limits.invitationMailsOfAddressMax + 1);
  });

  test('400: no such role, no address', async () => {
    assertRefused(await invite('bob@example.org', 'admin'), 'invalid_request');
    assertRefused(await invite('bob', 'member'), 'invalid_request');
    assertRefused(await ada.owner.post(path, { email: 'bob@example.org' }), 'invalid_request');
  });

  test('401 and 403: an anonymous caller, a member, a token', async () => {
    await addMember(ada, bob);
    assertRefused(await invite('eve@example.org', 'owner', server.anonymous), 'unauthenticated');
    assertRefused(await invite('eve@example.org', 'owner', bob), 'forbidden');
    const headers = { authorization: `Bearer ${ada.token}` };
    const byToken = await server.anonymous.post(path, { email: 'eve@example.org', role: 'owner' }, headers);
    assertRefused(byToken, 'forbidden');
  });

  test('403: one open invitation too many', async () => {
    const { context } = server.server;
    await context.store.write({ actor: 'server' }, async ({ db, now }) => {
      const { id } = (await ada.owner.get('/users')).json;
      const rows = Array.from({ length: 49 }, (_, index) => ({
        id: uniqueId(ada.id),
        publisher_id: ada.id,
        email: `waits-${index}@example.org`,
        role: 'member' as const,
        inviter_id: id,
        created_at: now,
        expires_at: '9999',
      }));
      await db.insertInto('invitations').values(rows).execute();
    });
    assert.equal((await invite('fiftieth@example.org', 'member')).status, 201);
    assertRefused(await invite('one-more@example.org', 'member'), 'quota_exceeded');
    assert.equal((await invite('fiftieth@example.org', 'owner')).status, 201, 'in place of one');
  });

  test('404: an unknown publisher', async () => {
    const body = { email: 'bob@example.org', role: 'member' };
    assertRefused(await ada.owner.post('/publishers/nobody/members', body), 'publisher_not_found');
  });

  test('409: the address of a member', async () => {
    assertRefused(await invite(`owner-of-${ada.id}@example.org`, 'member'), 'illegal_transition');
  });
});
