import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { sql } from 'kysely';
import { makeStale } from '../../support/age-session.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { addAuthenticator } from '../../support/authenticator.ts';
import { uniqueId } from '../../support/build.ts';
import { Client } from '../../support/client.ts';
import { minutes } from '../../support/clock.ts';
import { poll, requestCode } from '../../support/device.ts';
import { complete, returnFrom, signInWith } from '../../support/external-sign-in.ts';
import { type Issuer, clientId, openIssuer } from '../../support/open-issuer.ts';
import { readOutbox, secretIn } from '../../support/read-outbox.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('complete-external-sign-in', async () => {
  const issuer = await openIssuer({ after });
  const server = await startServer({ after }, issuer.settings);
  const { anonymous } = server;
  const { store } = server.server.context;
  /** Somebody at the provider, with these claims besides. */
  const be = (claims: object = {}): string => {
    const sub = uniqueId('subject');
    issuer.person = {
      sub,
      name: `Name of ${sub}`,
      email: `${sub}@example.org`,
      email_verified: true,
      ...claims,
    };
    issuer.userinfo = {};
    issuer.fault = {};
    return sub;
  };
  const signIn = async (): Promise<Client> => {
    const reply = await signInWith(issuer, anonymous);
    assert.equal(reply.status, 200, reply.text);
    return new Client(server.url, reply.json.token);
  };
  const idOf = async (client: Client): Promise<string> => (await client.get('/users')).json.id;
  const countUsers = async (): Promise<number> =>
    (await (await server.moderator()).get('/admin/users?limit=1')).json.total;

  test('200: the first sign-in makes an account, later ones begin sessions of it', async () => {
    const sub = be();
    const reply = await signInWith(issuer, anonymous);
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.headers.get('set-cookie'), null);
    const { purpose, token, user } = reply.json;
    assert.deepEqual([purpose, user.name, user.email], ['sign-in', `Name of ${sub}`, `${sub}@example.org`]);
    assert.equal(await idOf(new Client(server.url, token)), user.id);
    const again = await signIn();
    assert.equal(await idOf(again), user.id);
    assert.notEqual(again.bearer, token);
    const { changes } = (await (await server.moderator()).get(`/admin/changes?subject=user:${user.id}`)).json;
    assert.deepEqual(changes.map(({ action }: { action: string }) => action).sort(), [
      'user.created',
      'user.identity-linked',
    ]);
    assert.equal(JSON.stringify(changes).includes(`${sub}@`), false, 'the log has no address');
  });

  test('200: the clock of the provider may be a little ahead or behind', async () => {
    const now = Math.floor(Date.now() / 1_000);
    for (const claims of [
      { iat: now + 30, nbf: now + 30, exp: now + 330 },
      { iat: now - 330, nbf: now - 330, exp: now - 30 },
    ]) {
      be();
      issuer.fault = { claims };
      await signIn();
    }
  });

  test('200: what only the userinfo endpoint tells counts, and a name without what cannot be seen', async () => {
    const sub = be({ name: undefined, email: undefined, email_verified: undefined });
    issuer.userinfo = { name: ' Ada\u202e\n Lovelace ', email: `${sub}@Example.org`, email_verified: true };
    const { user } = (await signInWith(issuer, anonymous)).json;
    assert.deepEqual([user.name, user.email], ['Ada Lovelace', `${sub}@example.org`]);
  });

  test('200: that the userinfo endpoint verified an address proves no other one', async () => {
    const sub = be({ name: undefined, email: `${uniqueId('other')}@example.org`, email_verified: undefined });
    issuer.userinfo = { name: 'Ada', email: `${sub}@example.org`, email_verified: true };
    assert.equal((await signInWith(issuer, anonymous)).json.user.email, `${sub}@example.org`);
  });

  test('200: an equal e-mail address links nothing, verified or not; the account can be given another', async () => {
    const { id, email: same } = (await (await server.user(uniqueId('same'))).get('/users')).json;
    for (const one of [[same, true], [same, false], [same, 'true'], [same], [`\u212A${same}`, true]]) {
      be({ email: one[0], email_verified: one[1] });
      const { user } = (await signInWith(issuer, anonymous)).json;
      assert.notEqual(user.id, id);
      assert.equal(user.email, `${user.id}@accounts.invalid`);
    }
    be({ email: `${uniqueId('unproved')}@example.org`, email_verified: false });
    const { user, token } = (await signInWith(issuer, anonymous)).json;
    assert.match(user.email, /@accounts\.invalid$/);
    await anonymous.post('/auth/send-verification-email', { email: user.email });
    assert.deepEqual(await readOutbox(server, user.email), [], 'no mail goes where no mailbox is');
    const client = new Client(server.url, token);
    const newEmail = `${uniqueId('given')}@example.org`;
    await makeStale(server, client);
    assertRefused(await client.post('/auth/change-email', { newEmail }), 'recent_sign_in_required');
    const again = new Client(server.url, (await signInWith(issuer, anonymous)).json.token);
    assert.equal((await again.post('/auth/change-email', { newEmail })).status, 200);
    const [mail] = await readOutbox(server, newEmail);
    assert.ok(mail);
    const reply = await anonymous.post('/auth/verify-email', { token: secretIn(mail) });
    assert.deepEqual(reply.json, { status: 'changed' });
    assert.equal((await client.get('/users')).json.email, newEmail);
  });

  test('200: who is signed in links an identity, which signs in to the same account from then on', async () => {
    const client = await server.user(uniqueId('linker'));
    be();
    for (let time = 0; time < 2; time += 1) {
      const reply = await signInWith(issuer, client, { purpose: 'link' });
      assert.deepEqual([reply.status, reply.json.purpose, reply.json.token], [200, 'link', undefined]);
    }
    assert.equal(await idOf(await signIn()), await idOf(client));
  });

  test('200: an account with an authenticator app needs a code of it, too, for a session and for a device', async () => {
    be();
    const client = await signIn();
    const app = await addAuthenticator(server, client);
    const half = await signInWith(issuer, anonymous);
    assert.deepEqual(
      [half.status, half.json.purpose, half.json.second_factor, half.json.passkey],
      [200, 'sign-in', true, false],
    );
    const { token } = half.json;
    assertRefused(await new Client(server.url, token).get('/users'), 'unauthenticated');
    const step = '/auth/sign-in/second-factor';
    assertRefused(await anonymous.post(step, { token, code: '000000' }), 'invalid_request');
    const whole = await anonymous.post(step, { token, code: app.next() });
    assert.equal(whole.status, 200, whole.text);
    assert.equal(await idOf(new Client(server.url, whole.json.token)), await idOf(client));

    const codes = await requestCode(server);
    const ofDevice = await signInWith(issuer, anonymous, { purpose: 'device', user_code: codes.user_code });
    assert.deepEqual([ofDevice.json.second_factor, ofDevice.json.program], [true, undefined]);
    const approved = await anonymous.post(step, { token: ofDevice.json.token, code: app.next() });
    assert.deepEqual([approved.json.program, approved.json.token], ['patchbay', undefined], approved.text);
    const { access_token } = (await poll(server, codes)).json;
    assert.equal(await idOf(new Client(server.url, access_token)), await idOf(client));
    const again = await anonymous.post(step, { token: ofDevice.json.token, code: app.next() });
    assertRefused(again, 'not_found');
  });

  test('200: a device is approved, once, for the account of the identity', async () => {
    be();
    const user = await idOf(await signIn());
    const codes = await requestCode(server);
    const reply = await signInWith(issuer, anonymous, { purpose: 'device', user_code: codes.user_code });
    assert.equal(reply.status, 200, reply.text);
    const { purpose, program, token } = reply.json;
    assert.deepEqual([purpose, program, token], ['device', 'patchbay', undefined]);
    const { access_token } = (await poll(server, codes)).json;
    assert.equal(await idOf(new Client(server.url, access_token)), user);
    const other = await requestCode(server);
    const returned = await returnFrom(issuer, anonymous, { purpose: 'device', user_code: other.user_code });
    await anonymous.post('/device/deny', { user_code: other.user_code });
    assertRefused(await complete(anonymous, returned), 'not_found');
    assertRefused(await poll(server, other), 'access_denied');
  });

  test('400: an answer that proves nothing signs nobody in, and is logged for the operator alone', async () => {
    const users = await countUsers();
    const now = Math.floor(Date.now() / 1_000);
    const faults: Readonly<Record<string, Issuer['fault']>> = {
      'no signature': { signature: 'none' },
      'the secret of the client as a key': { signature: 'hmac' },
      'the key of somebody else': { signature: 'foreign', header: { kid: 'own' } },
      'an unknown key': { signature: 'foreign', header: { kid: 'unknown' } },
      'another audience': { claims: { aud: 'another registry' } },
      'another party': { claims: { aud: [clientId, 'another'], azp: 'another' } },
      'no audience': { claims: { aud: undefined } },
      'another issuer': { claims: { iss: 'https://issuer.example' } },
      'an issuer with a slash': { claims: { iss: `${issuer.url}/` } },
      'another nonce': { claims: { nonce: 'another' } },
      'no nonce': { claims: { nonce: undefined } },
      'a token that expired': { claims: { iat: now - 900, exp: now - 600 } },
      'a token that is not good yet': { claims: { nbf: now + 120 } },
      'a token that never ends': { claims: { exp: undefined } },
      'a token of later': { claims: { nbf: now + 600 } },
      'no subject': { claims: { sub: undefined } },
      'a subject too long': { claims: { sub: 'x'.repeat(256) } },
      'a subject with NUL': { claims: { sub: 'x\0' } },
      'a subject with half a character': { claims: { sub: 'x\ud800' } },
      'another issuer of the code': { callback: { iss: 'https://issuer.example' } },
      'a code of no issuer': { callback: { iss: undefined } },
      'another state': { callback: { state: 'another' } },
      'no state': { callback: { state: undefined } },
      'no code': { callback: { code: undefined } },
      'a code that is unknown': { callback: { code: 'unknown' } },
      'a person who refuses': { callback: { code: undefined, error: 'access_denied' } },
      'a code and an error': { callback: { error: 'server_error' } },
      'no ID token': { token: (to) => void to.setHeader('content-type', 'application/json').end('{}') },
      'no JSON': { token: (to) => void to.setHeader('content-type', 'text/html').end('<p>') },
      'a redirect': { token: (to) => void to.writeHead(302, { location: issuer.url }).end() },
    };
    for (const [name, fault] of Object.entries(faults)) {
      be();
      issuer.fault = fault;
      const reply = await signInWith(issuer, anonymous);
      assertRefused(reply, 'sign_in_failed', `${name}: ${reply.text}`);
    }
    be();
    assert.equal(await countUsers(), users);
  });

  test('400: nothing is used twice, and nothing in another sign-in than its own', async () => {
    be();
    const first = await returnFrom(issuer, anonymous);
    assert.equal((await complete(anonymous, first)).status, 200);
    assertRefused(await complete(anonymous, first), 'sign_in_failed');
    const [one, other, failed] = [
      await returnFrom(issuer, anonymous),
      await returnFrom(issuer, anonymous),
      await returnFrom(issuer, anonymous),
    ];
    const [mine, theirs] = [one, other].map(({ query }) => new URLSearchParams(query)) as [
      URLSearchParams,
      URLSearchParams,
    ];
    assertRefused(await complete(anonymous, { flow: one.flow, query: other.query }), 'sign_in_failed');
    mine.set('code', theirs.get('code') ?? '');
    assertRefused(await complete(anonymous, { flow: other.flow, query: mine.toString() }), 'sign_in_failed');
    const third = await returnFrom(issuer, anonymous);
    const injected = new URLSearchParams(third.query);
    injected.set('code', new URLSearchParams(failed.query).get('code') ?? '');
    assertRefused(
      await complete(anonymous, { flow: third.flow, query: injected.toString() }),
      'sign_in_failed',
      'the code of another sign-in, with the state of this one',
    );
    const twice = await returnFrom(issuer, anonymous);
    const query = `${twice.query}&code=another`;
    assertRefused(await complete(anonymous, { ...twice, query }), 'sign_in_failed');
    assertRefused(await complete(anonymous, twice), 'sign_in_failed', 'a failed one is over');
    assertRefused(await complete(anonymous, { flow: 'unknown', query: '' }), 'sign_in_failed');
  });

  test('400: an identity that is unlinked while its session begins leaves none', async (t) => {
    const client = await server.user(uniqueId('raced'));
    const userId = await idOf(client);
    be();
    await signInWith(issuer, client, { purpose: 'link' });
    const [{ id }] = (await client.get('/users/identities')).json.identities;
    const { accounts } = server.server.context;
    const request = accounts.request.bind(accounts);
    const mock = t.mock.method(accounts, 'request', async (call: Parameters<typeof request>[0]) => {
      assert.equal((await client.delete(`/users/identities/${id}`)).status, 204);
      return request(call);
    });
    assertRefused(await signInWith(issuer, anonymous), 'sign_in_failed');
    assert.equal(mock.mock.callCount(), 1);
    const sessions = await store.read
      .selectFrom('session')
      .select('id')
      .where('userId', '=', userId)
      .execute();
    assert.equal(sessions.length, 1, 'that of the sign-up');
  });

  test('400: later than 10 minutes, or by another account than the one that began it', async () => {
    be();
    const late = await returnFrom(issuer, anonymous);
    server.clock.advance(minutes(10));
    assertRefused(await complete(anonymous, late), 'sign_in_failed');
    const [ada, eve] = [await server.user(uniqueId('ada')), await server.user(uniqueId('eve'))];
    const returned = await returnFrom(issuer, ada, { purpose: 'link' });
    assertRefused(await complete(eve, returned), 'sign_in_failed');
    assert.deepEqual((await eve.get('/users/identities')).json.identities, []);
  });

  test('nothing in the database can be used in place of the secret of a sign-in', async () => {
    be();
    const { flow, query } = await returnFrom(issuer, anonymous);
    const { rows } = await sql<{ id: string }>`select * from sign_in_flows`.execute(store.engine.migrator);
    const everything = JSON.stringify(rows);
    for (const secret of [flow, ...new URLSearchParams(query).values()])
      assert.equal(everything.includes(secret), false);
    for (const { id } of rows)
      assertRefused(await complete(anonymous, { flow: id, query }), 'sign_in_failed');
    assert.equal((await complete(anonymous, { flow, query })).status, 200);
  });

  test('401: a link without a session, or with one that is not recent', async () => {
    const client = await server.user(uniqueId('stale'));
    be();
    const begin = () => returnFrom(issuer, client, { purpose: 'link' });
    const [unknown, stale] = [await begin(), await begin()];
    assertRefused(await complete(anonymous, unknown), 'unauthenticated');
    await makeStale(server, client);
    assertRefused(await complete(client, stale), 'recent_sign_in_required');
    assert.deepEqual((await client.get('/users/identities')).json.identities, []);
  });

  test('403: a banned user; a stranger where sign-up is closed, and no account remains', async (t) => {
    be();
    const { person } = issuer;
    const id = await idOf(await signIn());
    await (await server.moderator()).put(`/admin/users/${id}`, { banned: true, banReason: 'Spam.' });
    const refused = await signInWith(issuer, anonymous);
    assertRefused(refused, 'forbidden');
    assert.match(refused.json.message, /Their reason: Spam\.$/, 'as after a password');
    const codes = await requestCode(server);
    const body = { purpose: 'device', user_code: codes.user_code };
    assertRefused(await signInWith(issuer, anonymous, body), 'forbidden');
    assertRefused(await poll(server, codes), 'authorization_pending');

    const closed = await startServer(t, { ...issuer.settings, SIGN_UP: 'closed' });
    issuer.person = { ...person, sub: 'stranger' };
    assertRefused(await signInWith(issuer, closed.anonymous), 'forbidden');
    const moderator = await closed.moderator();
    assert.equal((await moderator.get('/admin/users')).json.total, 1);
    assert.equal((await signInWith(issuer, moderator, { purpose: 'link' })).status, 200);
    assert.equal((await signInWith(issuer, closed.anonymous)).status, 200, 'who has an account comes in');
  });

  test('404: what begins the session of anyone is not to be reached from outside', async () => {
    const userId = await idOf(await server.user(uniqueId('victim')));
    assertRefused(await anonymous.post('/auth/session-of-user', { userId }), 'not_found');
  });

  test('409: an identity of another account, or a second one of the provider', async () => {
    const [ada, bob] = [await server.user(uniqueId('ada')), await server.user(uniqueId('bob'))];
    be();
    assert.equal((await signInWith(issuer, ada, { purpose: 'link' })).status, 200);
    assertRefused(await signInWith(issuer, bob, { purpose: 'link' }), 'identity_taken');
    be();
    assertRefused(await signInWith(issuer, ada, { purpose: 'link' }), 'identity_taken');
  });

  test('503: the provider is away, or sends without end', async () => {
    for (const token of [
      (to: { destroy(): void }) => to.destroy(),
      (to: { end(bytes: string): void }) => to.end('x'.repeat(300 * 1024)),
    ]) {
      be();
      issuer.fault = { token };
      const reply = await signInWith(issuer, anonymous);
      assertRefused(reply, 'unavailable');
      assert.ok(reply.headers.has('retry-after'));
    }
    be();
    await signIn();
  });
});
