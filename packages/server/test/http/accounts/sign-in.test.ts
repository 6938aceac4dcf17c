import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { assertRefused } from '../../support/assert-refused.ts';
import { resetPassword } from '../../../src/accounts/moderators.ts';
import { cheapHasher } from '../../support/cheap-hasher.ts';
import { Client } from '../../support/client.ts';
import { days } from '../../support/clock.ts';
import { approve, poll, requestCode } from '../../support/device.ts';
import { openBreachService } from '../../support/open-breach-service.ts';
import { readOutbox, secretIn } from '../../support/read-outbox.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/auth/sign-in/email';
const ada = { email: 'ada@example.org', password: 'correct horse battery' };

suite('sign-in', async () => {
  const server = await startServer({ after }, { SECURITY_CONTACT: 'mailto:security@example.org' });
  const first = await server.user('ada');

  test('200: another session, by the address in any case; no cookie is set', async () => {
    const reply = await server.anonymous.post(path, { ...ada, email: 'ADA@example.org' });
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(Object.keys(reply.json).sort(), ['token', 'user']);
    assert.equal(reply.headers.get('set-cookie'), null);
    const second = new Client(server.url, reply.json.token);
    assert.notEqual(second.bearer, first.bearer);
    assert.deepEqual((await second.get('/users')).json, (await first.get('/users')).json);
  });

  test('200: past the sessions of an account, the one that was not used for longest ends', async () => {
    const many = await server.user('many');
    const signIn = async (): Promise<Client> => {
      const { json } = await server.anonymous.post(path, { ...ada, email: 'many@example.org' });
      return new Client(server.url, json.token);
    };
    const sessions = [many];
    while (sessions.length < limits.sessionsMax + 2) sessions.push(await signIn());
    const statuses = await Promise.all(
      [0, 1, 2, sessions.length - 1].map(async (at) => (await sessions[at]?.get('/users'))?.status),
    );
    assert.deepEqual(statuses, [401, 401, 200, 200]);
    assert.equal((await first.get('/users')).status, 200, 'others keep theirs');
  });

  test('a session remembers the network where it began by a keyed hash, and no address', async () => {
    const { store } = server.server.context;
    const signIn = (address: string) => server.anonymous.post(path, ada, { 'x-forwarded-for': address });
    for (const address of ['203.0.113.77', '203.0.113.77', '2001:db8:1:2::3', '2001:db8:1:2:ffff::9']) {
      assert.equal((await signIn(address)).status, 200);
    }
    const rows = await store.engine.reader
      .selectFrom('session')
      .selectAll()
      .orderBy('session.id', 'desc')
      .limit(4)
      .execute();
    const marks = rows.map(({ ipAddress }) => ipAddress);
    assert.equal(new Set(marks).size, 2, 'one for each network');
    for (const mark of marks) assert.match(mark ?? '', /^[\w-]{43}$/);
    assert.doesNotMatch(JSON.stringify(rows), /203\.0\.113|2001:db8/);
  });

  test('200: the account is told of a network that it was not used from before, once', async () => {
    await server.user('told');
    const email = 'told@example.org';
    const signIn = (address: string) =>
      server.anonymous.post(path, { ...ada, email }, { 'x-forwarded-for': address });
    for (const address of ['203.0.113.90', '203.0.113.91', '203.0.113.90']) {
      assert.equal((await signIn(address)).status, 200);
    }
    const texts = (await readOutbox(server, email)).map(({ text }) => text);
    assert.deepEqual(
      texts.map((text) => /from ([\d.]+),/.exec(text)?.[1]),
      ['203.0.113.90', '203.0.113.91'],
    );
    assert.match(texts[0] ?? '', /Set a new password:\nhttp.*\/forgot-password$/);
  });

  test('401: a wrong password and an unknown address read alike', async () => {
    const wrong = await server.anonymous.post(path, { ...ada, password: 'wrong horse' });
    const unknown = await server.anonymous.post(path, { ...ada, email: 'nobody@example.org' });
    assertRefused(wrong, 'unauthenticated');
    assertRefused(unknown, 'unauthenticated');
    assert.equal(wrong.json.message, unknown.json.message);
    assert.match(wrong.json.message, /password is wrong\. Type both again/);
    assert.equal(wrong.headers.get('www-authenticate'), 'Bearer');
  });

  test('400: nothing to sign in with; each faulty field is named', async () => {
    for (const [body, fields] of [
      [{ email: ada.email }, ['/password']],
      [{ ...ada, email: 'none' }, ['/email']],
      [{ ...ada, email: 'none@none' }, ['/email']],
      [{ password: '' }, ['/email', '/password']],
    ] as const) {
      const reply = await server.anonymous.post(path, body);
      assertRefused(reply, 'invalid_request');
      const paths = reply.json.details.map((detail: { path: string }) => detail.path);
      assert.deepEqual(paths.toSorted(), fields);
    }
  });

  test('401: the password is reset between its check and the session', async (t) => {
    const { store } = server.server.context;
    const raced = await server.user('raced');
    const { id } = (await raced.get('/users')).json;
    const verify = cheapHasher.verify.bind(cheapHasher);
    const mock = t.mock.method(cheapHasher, 'verify', async (attempt: Parameters<typeof verify>[0]) => {
      const isRight = await verify(attempt);
      await resetPassword(store, { actor: 'operator' }, id, 'a staple more correct');
      return isRight;
    });
    const reply = await server.anonymous.post(path, { ...ada, email: 'raced@example.org' });
    assert.equal(mock.mock.callCount(), 1);
    assertRefused(reply, 'unauthenticated');
    assert.match(reply.json.message, /password is wrong\. Type both again/);
    const sessions = await store.read.selectFrom('session').select('id').where('userId', '=', id).execute();
    assert.deepEqual(sessions, [], 'no session outlives the password');
  });

  test('403: a password that is found in a breach after a sign-in, until another one is set', async (t) => {
    const service = await openBreachService(t);
    const own = await startServer(t, service.settings);
    const { breaches } = own.server.context;
    const eve = await own.user('eve');
    const { id } = (await eve.get('/users')).json;
    const body = { email: 'eve@example.org', password: ada.password };
    const signIn = async (change: object = {}) => {
      const reply = await own.anonymous.post(path, { ...body, ...change });
      await breaches.flush();
      return reply;
    };
    assert.equal((await signIn()).status, 200);
    service.breached.add(ada.password);
    const asked = service.asked.length;
    assert.equal((await signIn()).status, 200, 'it was looked up today');
    assert.equal(service.asked.length, asked);
    own.clock.advance(days(1) + 1);
    service.isAway = true;
    assert.equal((await signIn()).status, 200, 'it cannot be asked');
    service.isAway = false;
    assert.equal((await eve.get('/users')).status, 200);
    const codes = await requestCode(own);
    await approve(own, codes, 'eve');
    await breaches.flush();
    assertRefused(await eve.get('/users'), 'unauthenticated');
    assertRefused(await poll(own, codes), 'access_denied');
    const refused = await signIn();
    assertRefused(refused, 'password_breached');
    assert.match(refused.json.message, /forgot-password/);
    assertRefused(await signIn({ password: 'wrong horse' }), 'unauthenticated');
    const told = (await readOutbox(own, body.email)).filter(({ text }) => text.includes('in a breach'));
    assert.equal(told.length, 1);
    assert.match(told[0]?.text ?? '', /\/forgot-password/);
    const { changes } = (await (await own.moderator()).get(`/admin/changes?subject=user:${id}`)).json;
    assert.ok(changes.some(({ action }: { action: string }) => action === 'user.password-breached'));
    const rows = await own.server.context.store.read.selectFrom('password_checks').selectAll().execute();
    const digest = createHash('sha1').update(ada.password).digest('hex');
    assert.doesNotMatch(JSON.stringify(rows), new RegExp(`${ada.password}|${digest}`, 'i'));
    await own.anonymous.post('/auth/request-password-reset', { email: body.email });
    const link = (await readOutbox(own, body.email)).at(-1);
    const token = link && secretIn(link);
    const newPassword = 'a staple more correct';
    assert.equal((await own.anonymous.post('/auth/reset-password', { token, newPassword })).status, 200);
    assert.equal((await signIn({ password: newPassword })).status, 200);
  });

  test('403: a banned user', async () => {
    await server.user('banned');
    const moderator = await server.moderator();
    const { users } = (await moderator.get('/admin/users?email=banned@example.org')).json;
    await moderator.put(`/admin/users/${users[0].id}`, { banned: true, banReason: 'Spam.' });
    const reply = await server.anonymous.post(path, { ...ada, email: 'banned@example.org' });
    assertRefused(reply, 'forbidden');
    assert.equal(
      reply.json.message,
      'This account is banned. Contact the moderators at security@example.org. Their reason: Spam.',
    );
    const guessed = { email: 'banned@example.org', password: 'a wrong password' };
    assertRefused(await server.anonymous.post(path, guessed), 'unauthenticated');
  });
});
