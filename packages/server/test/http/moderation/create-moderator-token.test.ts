import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { Client } from '../../support/client.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('create-moderator-token', async () => {
  const server = await startServer({ after });
  const moderator = await server.moderator();
  const make = async (client: Client) => {
    const reply = await client.post('/admin/generate-token');
    assert.equal(reply.status, 200, reply.text);
    return reply.json as { token: string; expires_at: string };
  };
  /** Another moderator. */
  const another = async (name: string) => {
    const client = await server.user(name);
    const { id } = (await client.get('/users')).json;
    await moderator.put(`/admin/users/${id}`, { isAdmin: true, reason: 'Checked.' });
    return { client, id };
  };

  test('200: a token that acts as the moderator, for an hour', async () => {
    const { token, expires_at } = await make(moderator);
    const seconds = (Date.parse(expires_at) - server.clock.now().getTime()) / 1_000;
    assert.ok(seconds > 3_500 && seconds <= 3_600, expires_at);
    const holder = new Client(server.url, token);
    assert.equal((await holder.get('/users')).json.isAdmin, true);
    const { id } = (await (await server.user('ada')).get('/users')).json;
    assert.equal(
      (await holder.put(`/admin/users/${id}`, { isAdmin: false, reason: 'Checked.' })).status,
      200,
      'it writes as well',
    );
    server.clock.advance(3_601_000);
    assertRefused(await holder.get('/users'), 'unauthenticated');
  });

  test('it ends with the session that requested it, and when its user is no longer a moderator', async () => {
    const eve = await another('eve');
    const ofEve = new Client(server.url, (await make(eve.client)).token);
    assert.equal((await ofEve.get('/admin/users')).status, 200);
    await eve.client.post('/auth/sign-out');
    assertRefused(await ofEve.get('/admin/users'), 'unauthenticated');

    const bob = await another('bob');
    const ofBob = new Client(server.url, (await make(bob.client)).token);
    await moderator.put(`/admin/users/${bob.id}`, { isAdmin: false, reason: 'Checked.' });
    assertRefused(await ofBob.get('/admin/users'), 'unauthenticated');
  });

  test('401: a token that was changed', async () => {
    const { token } = await make(moderator);
    const [session = '', expires = '', mac = ''] = token.split('.');
    const changed = [
      `${session}.${Number(expires) + 1}.${mac}`,
      `${session}.${expires}.${'A'.repeat(43)}`,
      `${session}.${expires}`,
      'pbm_',
    ];
    for (const one of changed) {
      assertRefused(await new Client(server.url, one).get('/users'), 'unauthenticated');
    }
  });

  test('403: it grants nothing that outlasts it', async () => {
    const { token } = await make(moderator);
    const holder = new Client(server.url, token);
    const { id } = (await (await server.user('dora')).get('/users')).json;
    const created = await holder.post('/publishers', { id: 'lasting', name: 'Lasting' });
    assert.equal(created.status, 201, 'what it may do as its user, it may');
    for (const refused of [
      await holder.put(`/admin/users/${id}`, { isAdmin: true, reason: 'Checked.' }),
      await holder.post('/publishers/lasting/tokens', { name: 'forever', expiresAt: 'never' }),
      await holder.post('/publishers/lasting/members', { email: 'dora@example.org', role: 'owner' }),
    ]) {
      assertRefused(refused, 'forbidden');
      assert.match(refused.json.message, /moderator token gives nobody a right/);
    }
    assert.equal(
      (await moderator.put(`/admin/users/${id}`, { isAdmin: true, reason: 'Checked.' })).status,
      200,
    );
    assert.equal(
      (await holder.put(`/admin/users/${id}`, { isAdmin: true, reason: 'Checked.' })).status,
      200,
      'nothing new',
    );
    const moderate = (by: Client, body: object) =>
      by.put(`/admin/users/${id}`, { ...body, reason: 'Checked.' });
    assert.equal((await moderate(holder, { banned: true })).status, 200);
    assertRefused(await moderate(holder, { banned: false }), 'forbidden', 'who moderates again by it');
    assert.equal((await moderate(holder, { banned: false, isAdmin: false })).status, 200);
    assert.equal((await moderate(moderator, { banned: true })).status, 200);
    assertRefused(await moderate(holder, { banned: false, isAdmin: true }), 'forbidden');
  });

  test('403: the session of its user, which it is not', async () => {
    const { token } = await make(moderator);
    assertRefused(await new Client(server.url, token).get('/auth/get-session'), 'forbidden');
  });

  test('403: a user, and a token that requests another', async () => {
    assertRefused(await (await server.user('carl')).post('/admin/generate-token'), 'forbidden');
    const { token } = await make(moderator);
    assertRefused(await new Client(server.url, token).post('/admin/generate-token'), 'forbidden');
  });
});
