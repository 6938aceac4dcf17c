import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Endpoint, endpoints, limits } from '@patchbay/contract';
import { resetPassword } from '../../../src/accounts/moderators.ts';
import { addPasskey, namedUrl } from '../../support/add-passkey.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { addAuthenticator } from '../../support/authenticator.ts';
import { uniqueId } from '../../support/build.ts';
import { Client } from '../../support/client.ts';
import { seconds } from '../../support/clock.ts';
import { approve, poll, requestCode, waitAs } from '../../support/device.ts';
import { password, startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/auth/sign-in/second-factor';

suite('complete-sign-in', async () => {
  const server = await startServer({ after }, { PUBLIC_URL: namedUrl });
  const { anonymous } = server;
  const { store } = server.server.context;
  /** An account with an authenticator app, signed in. */
  const open = async () => {
    const name = uniqueId('ada');
    const client = await server.user(name);
    const app = await addAuthenticator(server, client);
    const signIn = () => anonymous.post('/auth/sign-in/email', { email: `${name}@example.org`, password });
    const { id } = (await client.get('/users')).json;
    const sessions = async () =>
      (await store.read.selectFrom('session').select('id').where('userId', '=', id).execute()).length;
    return { name, client, app, signIn, id, sessions };
  };

  test('200: a session by password and code; each code counts once, also among requests at once', async () => {
    const { app, signIn, client, sessions } = await open();
    const { token, second_factor: isHalf, passkey, user } = (await signIn()).json;
    assert.deepEqual([isHalf, passkey, user.id], [true, false, (await client.get('/users')).json.id]);
    assert.equal(await sessions(), 1, 'the password begins none');
    const code = app.next();
    const replies = await Promise.all(Array.from({ length: 6 }, () => anonymous.post(path, { token, code })));
    const statuses = replies.map(({ status }) => String(status)).toSorted();
    assert.equal(statuses.join(' '), '200 400 400 400 400 400');
    const [good] = replies.filter(({ status }) => status === 200);
    assert.deepEqual(Object.keys(good?.json ?? {}).sort(), ['token', 'user']);
    const session = new Client(server.url, good?.json.token);
    assert.equal((await session.get('/users')).status, 200);
    assert.equal((await session.get('/users/sessions')).json.sessions.length, 2);
    const { session: known } = (await session.get('/auth/get-session')).json;
    assert.ok(Date.parse(known.expiresAt) > Date.now() + seconds(29 * 24 * 3_600));
    const again = await signIn();
    assertRefused(await anonymous.post(path, { token: again.json.token, code }), 'invalid_request');
    assert.equal((await anonymous.post(path, { token: again.json.token, code: app.next() })).status, 200);
  });

  test('200: a recovery code, once', async () => {
    const { app, signIn, client } = await open();
    const [code] = app.recoveryCodes;
    const { token } = (await signIn()).json;
    assert.equal((await anonymous.post(path, { token, code })).status, 200);
    assertRefused(await anonymous.post(path, { token, code }), 'invalid_request');
    assert.equal(
      (await client.get('/users/second-factor')).json.recovery_codes_left,
      limits.recoveryCodesMax - 1,
    );
    const { changes } = (await (await server.moderator()).get('/admin/changes')).json;
    assert.deepEqual(changes.at(-1)?.after, { left: limits.recoveryCodesMax - 1 });
  });

  test('200: beside a passkey and no app, the password needs the passkey or a recovery code', async () => {
    const name = uniqueId('key');
    const client = await server.user(name);
    const passkey = await addPasskey(client);
    const other = await addPasskey(await server.user(uniqueId('other')));
    const signIn = async () => {
      const body = { email: `${name}@example.org`, password };
      const {
        token,
        second_factor: isHalf,
        passkey: hasOne,
      } = (await anonymous.post('/auth/sign-in/email', body)).json;
      assert.deepEqual([isHalf, hasOne], [true, true]);
      return token;
    };
    const prove = async (of = passkey) =>
      of.prove((await anonymous.post('/auth/sign-in/passkey/options')).json);
    const token = await signIn();
    assertRefused(await anonymous.post(path, { token }), 'invalid_request');
    assertRefused(await anonymous.post(path, { token, credential: await prove(other) }), 'invalid_request');
    assertRefused(await anonymous.post(path, { token, code: '123456' }), 'invalid_request');
    const credential = await prove();
    const begun = await anonymous.post(path, { token, credential });
    assert.equal(begun.status, 200, begun.text);
    assertRefused(await anonymous.post(path, { token, credential }), 'invalid_request');
    const session = new Client(server.url, begun.json.token);
    assert.equal((await session.get('/users')).json.email, `${name}@example.org`);
    const [code] = (await session.post('/users/second-factor/recovery-codes')).json.recovery_codes;
    const lost = await anonymous.post(path, { token: await signIn(), code });
    assert.equal(lost.status, 200, lost.text);
    const owner = new Client(server.url, lost.json.token);
    const [{ id }] = (await owner.get('/users/passkeys')).json.passkeys;
    assert.equal((await owner.delete(`/users/passkeys/${id}`)).status, 204);
    const alone = await anonymous.post('/auth/sign-in/email', { email: `${name}@example.org`, password });
    assert.equal(alone.json.second_factor, undefined);
  });

  test('401: the token of the first step is no session, at no endpoint', async () => {
    const { signIn } = await open();
    const half = new Client(server.url, (await signIn()).json.token);
    const asked = (Object.values(endpoints) as Endpoint[]).filter(({ auth }) => auth === 'bearer');
    for (const { method, path: at } of asked) {
      const { status } = await half.send(method, at.replaceAll(/\{\w+\}/g, 'x'));
      assert.equal(status, 401, `${method} ${at}`);
    }
    assert.match((await half.get('/users')).json.message, /POST \/auth\/sign-in\/second-factor/);
  });

  test('401: a changed, expired or foreign token, and one from before the password was replaced', async () => {
    const { app, signIn, id } = await open();
    const { token } = (await signIn()).json;
    const [user = '', expires = '', mac = ''] = token.split('.');
    const other = await open();
    const bad = [
      'pbs_',
      'x',
      `${user}.${Number(expires) + 1}.${mac}`,
      `${user}.${expires}.${'A'.repeat(43)}`,
      `pbs_${other.id}.${expires}.${mac}`,
    ];
    for (const one of bad)
      assertRefused(await anonymous.post(path, { token: one, code: app.next() }), 'unauthenticated');
    server.clock.advance(seconds(limits.pendingSignInSeconds));
    assertRefused(await anonymous.post(path, { token, code: app.next() }), 'unauthenticated');
    const half = (await signIn()).json.token;
    await resetPassword(store, { actor: 'operator' }, id, 'a staple more correct');
    assertRefused(await anonymous.post(path, { token: half, code: app.next() }), 'unauthenticated');
  });

  test('403: the user was banned since the first step', async () => {
    const { app, signIn, id } = await open();
    const { token } = (await signIn()).json;
    await (await server.moderator()).put(`/admin/users/${id}`, { banned: true, banReason: 'Spam.' });
    assertRefused(await anonymous.post(path, { token, code: app.next() }), 'forbidden');
  });

  test('no way into an account with a second factor goes without it: devices, a changed password', async () => {
    const { name, app, client, sessions } = await open();
    const codes = await requestCode(server);
    const withoutCode = await approve(server, codes, name);
    assertRefused(withoutCode, 'invalid_request');
    const body = { user_code: codes.user_code, email: `${name}@example.org`, password };
    assertRefused(await anonymous.post('/device/approve', { ...body, code: '000000' }), 'invalid_request');
    assertRefused(await poll(server, codes), 'authorization_pending');
    await waitAs(server, codes, seconds(5));
    assert.equal(await sessions(), 1);
    const page = await anonymous.post('/device/approve', { ...body, code: app.next() });
    assert.equal(page.status, 200, page.text);
    const device = new Client(server.url, (await poll(server, codes)).json.access_token);
    assert.equal((await device.delete('/users/second-factor/totp')).status, 204);
    const again = await addAuthenticator(server, device);
    assertRefused(await client.get('/users'), 'unauthenticated');
    const change = {
      currentPassword: password,
      newPassword: 'a staple more correct',
      revokeOtherSessions: true,
    };
    const renewed = new Client(server.url, (await device.post('/auth/change-password', change)).json.token);
    assert.equal((await renewed.post('/auth/step-up', { code: again.next() })).status, 200);
  });

  test('400 access_denied: a device that was approved before there was a second factor', async () => {
    const name = uniqueId('early');
    const client = await server.user(name);
    const codes = await requestCode(server);
    assert.equal((await approve(server, codes, name)).status, 200);
    await addAuthenticator(server, client);
    assertRefused(await poll(server, codes), 'access_denied');
  });

  test('429: wrong codes are bounded for the account, from many addresses and over many sign-ins', async (t) => {
    const limited = await startServer(t, { RATE_LIMITS: 'on' });
    const ada = await limited.user('ada');
    const app = await addAuthenticator(limited, ada);
    const from = (serial: number) => ({ 'x-forwarded-for': `198.51.100.${serial}` });
    const { id } = (await ada.get('/users')).json;
    const expires = Math.floor(limited.clock.now().getTime() / 1_000) + 60;
    const token = `pbs_${id}.${expires}..${'A'.repeat(43)}`;
    for (let stranger = 20; stranger < 32; stranger += 1) {
      const reply = await limited.anonymous.post(path, { token, code: '000000' }, from(stranger));
      assertRefused(reply, 'unauthenticated', 'no attempt of the account');
    }
    const signIn = async (serial: number): Promise<string> => {
      const body = { email: 'ada@example.org', password };
      return (await limited.anonymous.post('/auth/sign-in/email', body, from(serial))).json.token;
    };
    for (let guess = 0; guess < 10; guess += 1) {
      const body = { token: await signIn(guess), code: '000000' };
      assertRefused(await limited.anonymous.post(path, body, from(guess)), 'invalid_request');
    }
    const body = { token: await signIn(11), code: app.next() };
    assertRefused(await limited.anonymous.post(path, body, from(11)), 'rate_limited');
    assertRefused(await ada.post('/auth/step-up', { code: app.next() }), 'rate_limited');
    const { events } = (await ada.get('/users/audit')).json;
    const failed = events.filter(({ event }) => event === 'sign-in-failed');
    assert.deepEqual(
      failed.map(({ count, network }) => [count, network]),
      [[10, '198.51.100.0/24']],
      'its owner sees them',
    );
  });
});
