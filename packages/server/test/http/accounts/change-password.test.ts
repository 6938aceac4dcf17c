import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { resetPassword } from '../../../src/accounts/moderators.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { uniqueId } from '../../support/build.ts';
import { cheapHasher } from '../../support/cheap-hasher.ts';
import { Client } from '../../support/client.ts';
import { signInWith } from '../../support/external-sign-in.ts';
import { openIssuer } from '../../support/open-issuer.ts';
import { readOutbox, secretIn } from '../../support/read-outbox.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/auth/change-password';
const currentPassword = 'correct horse battery';
const newPassword = 'a staple more correct';

suite('change-password', async () => {
  const server = await startServer({ after });
  let ada: Client;
  let email: string;
  beforeEach(async () => {
    const name = uniqueId('ada');
    email = `${name}@example.org`;
    ada = await server.user(name);
  });
  const signIn = (password: string) => server.anonymous.post('/auth/sign-in/email', { email, password });

  test('400: a wrong password, or a new one that is too short or too long; the field is named', async () => {
    for (const [change, field] of [
      [{ currentPassword: 'wrong horse' }, '/currentPassword'],
      [{ newPassword: '1234567' }, '/newPassword'],
      [{ newPassword: '🐴'.repeat(128) }, '/newPassword'],
    ] as const) {
      const reply = await ada.post(path, { currentPassword, newPassword, ...change });
      assertRefused(reply, 'invalid_request');
      assert.deepEqual(
        reply.json.details.map((detail: { path: string }) => detail.path),
        [field],
      );
      assert.match(reply.json.message, /Correct each value|Type it again|Choose another one/);
    }
    assert.equal((await signIn(currentPassword)).status, 200, 'the password is as it was');
  });

  test('400: an account without a password is told so', async (t) => {
    const issuer = await openIssuer(t);
    const other = await startServer(t, issuer.settings);
    const { json } = await signInWith(issuer, other.anonymous);
    const reply = await new Client(other.url, json.token).post(path, { currentPassword, newPassword });
    assertRefused(reply, 'invalid_request');
    assert.match(reply.json.message, /^The account has no password\./);
  });

  test('401: without a session', async () => {
    assertRefused(await server.anonymous.post(path, { currentPassword, newPassword }), 'unauthenticated');
  });

  test('401: the password is reset, or the session ends, while the old password is checked', async (t) => {
    const { store } = server.server.context;
    const { id } = (await ada.get('/users')).json;
    const verify = cheapHasher.verify.bind(cheapHasher);
    const changeDuring = async (
      meanwhile: () => Promise<unknown>,
      client: Client,
      revokeOtherSessions: boolean,
    ) => {
      const mock = t.mock.method(cheapHasher, 'verify', async (attempt: Parameters<typeof verify>[0]) => {
        const isRight = await verify(attempt);
        mock.mock.restore();
        await meanwhile();
        return isRight;
      });
      return client.post(path, { currentPassword, newPassword, revokeOtherSessions });
    };
    const thief = async () => new Client(server.url, (await signIn(currentPassword)).json.token);
    const endOthers = () => ada.delete('/users/sessions');
    assertRefused(await changeDuring(endOthers, await thief(), false), 'unauthenticated');
    assertRefused(await changeDuring(endOthers, await thief(), true), 'unauthenticated');
    const reset = () => resetPassword(store, { actor: 'operator' }, id, 'a password of the owner again');
    assertRefused(await changeDuring(reset, await thief(), true), 'unauthenticated');
    assertRefused(await signIn(newPassword), 'unauthenticated', 'the owner has the last word');
  });

  test('200: from now on the new password counts; this session goes on, and the others end', async () => {
    const other = new Client(server.url, (await signIn(currentPassword)).json.token);
    const reply = await ada.post(path, { currentPassword, newPassword });
    assert.equal(reply.status, 200, reply.text);
    assert.equal(reply.json.user.email, email);
    assertRefused(await signIn(currentPassword), 'unauthenticated');
    assert.equal((await signIn(newPassword)).status, 200);
    assert.equal((await ada.get('/users')).status, 200);
    assertRefused(await other.get('/users'), 'unauthenticated');
    assert.match((await readOutbox(server, email)).map(({ text }) => text).join(), /was changed by somebody/);
    const { id } = reply.json.user;
    const { changes } = (await (await server.moderator()).get(`/admin/changes?subject=user:${id}`)).json;
    assert.deepEqual(
      [changes.at(-1)?.actor, changes.at(-1)?.action],
      [`user:${id}`, 'user.password-changed'],
    );
  });

  test('200: ends the links that were requested under the old password', async () => {
    const newEmail = `${uniqueId('stranger')}@example.org`;
    const linkTo = async (to: string) => secretIn((await readOutbox(server, to)).at(-1) ?? { text: '' });
    await ada.post('/auth/change-email', { newEmail, password: currentPassword });
    await server.anonymous.post('/auth/request-password-reset', { email });
    const [taking, setting] = [await linkTo(newEmail), await linkTo(email)];
    assert.equal((await ada.post(path, { currentPassword, newPassword })).status, 200);
    assertRefused(await server.anonymous.post('/auth/verify-email', { token: taking }), 'invalid_link');
    const reset = { token: setting, newPassword: 'another staple, more correct' };
    assertRefused(await server.anonymous.post('/auth/reset-password', reset), 'invalid_link');
  });

  test('200: the session goes on under a new token when asked for', async () => {
    const other = new Client(server.url, (await signIn(currentPassword)).json.token);
    const reply = await ada.post(path, {
      currentPassword,
      newPassword,
      revokeOtherSessions: true,
    });
    assertRefused(await other.get('/users'), 'unauthenticated');
    assert.equal((await new Client(server.url, reply.json.token).get('/users')).status, 200);
  });
});
