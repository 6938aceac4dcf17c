import assert from 'node:assert/strict';
import { after, beforeEach, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { uniqueId } from '../../support/build.ts';
import type { Client } from '../../support/client.ts';
import { readOutbox, secretIn } from '../../support/read-outbox.ts';
import { password, startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/auth/change-email';

suite('change-email', async () => {
  const server = await startServer({ after }, { EMAIL_VERIFICATION: 'required' });
  let ada: Client;
  let email: string;
  let newEmail: string;
  beforeEach(async () => {
    const name = uniqueId('ada');
    ada = await server.user(name);
    [email, newEmail] = [`${name}@example.org`, `${uniqueId('moved')}@example.org`];
  });
  const follow = async (to: string) => {
    const mail = (await readOutbox(server, to)).at(-1);
    assert.ok(mail, `no message to ${to}`);
    return server.anonymous.post('/auth/verify-email', { token: secretIn(mail) });
  };
  const addressOf = async (client: Client) => (await client.get('/users')).json.email;

  test('200: the address changes once both ends agreed, in any order, and both are told', async () => {
    const reply = await ada.post(path, { newEmail: newEmail.toUpperCase(), password });
    assert.deepEqual([reply.status, reply.json], [200, { success: true }]);
    assert.deepEqual((await follow(newEmail)).json, { status: 'waiting' });
    assertRefused(await follow(newEmail), 'invalid_link');
    assert.equal(await addressOf(ada), email);
    assert.deepEqual((await follow(email)).json, { status: 'changed' });
    assert.equal(await addressOf(ada), newEmail);
    for (const to of [email, newEmail]) {
      assert.match((await readOutbox(server, to)).at(-1)?.text ?? '', /has another address now/);
    }
    const signIn = (address: string) =>
      server.anonymous.post('/auth/sign-in/email', { email: address, password });
    assertRefused(await signIn(email), 'unauthenticated');
    assert.equal((await signIn(newEmail)).status, 200);
  });

  test('200: an address that was never verified needs only the new one', async () => {
    await server.server.context.store.write({ actor: 'server' }, ({ db }) =>
      db.updateTable('user').set({ emailVerified: 0 }).where('email', '=', email).execute(),
    );
    assert.equal((await ada.post(path, { newEmail, password })).status, 200);
    assert.deepEqual((await follow(newEmail)).json, { status: 'changed' });
    assert.equal((await ada.get('/users')).json.isEmailVerified, true);
  });

  test('400: an address that is verified after the change was asked for is not left without its consent', async () => {
    const { store } = server.server.context;
    await store.write({ actor: 'server' }, ({ db }) =>
      db.updateTable('user').set({ emailVerified: 0 }).where('email', '=', email).execute(),
    );
    assert.equal((await ada.post(path, { newEmail, password })).status, 200);
    assert.equal((await server.anonymous.post('/auth/send-verification-email', { email })).status, 200);
    assert.deepEqual((await follow(email)).json, { status: 'verified' });
    assertRefused(await follow(newEmail), 'invalid_link');
    assert.equal(await addressOf(ada), email);
  });

  test('200: an address of another account is answered the same, and told to its owner', async () => {
    const bob = uniqueId('bob');
    await server.user(bob);
    const before = (await readOutbox(server, `${bob}@example.org`)).length;
    const reply = await ada.post(path, { newEmail: `${bob}@example.org`, password });
    assert.deepEqual([reply.status, reply.json], [200, { success: true }]);
    assert.deepEqual((await follow(email)).json, { status: 'waiting' });
    const mails = await readOutbox(server, `${bob}@example.org`);
    assert.equal(mails.length, before + 1);
    assert.equal(secretIn(mails.at(-1) ?? { text: '' }), '', 'nobody can agree for it');
    assert.equal(await addressOf(ada), email);
  });

  test('200: another request takes the place of the first', async () => {
    assert.equal((await ada.post(path, { newEmail, password })).status, 200);
    assert.equal((await ada.post(path, { newEmail: `other-${newEmail}`, password })).status, 200);
    assertRefused(await follow(newEmail), 'invalid_link');
    assert.deepEqual((await follow(`other-${newEmail}`)).json, { status: 'waiting' });
  });

  test('400: a wrong password or none, and what is no address', async () => {
    for (const [body, field] of [
      [{ newEmail, password: 'a wrong password' }, '/password'],
      [{ newEmail }, '/password'],
      [{ newEmail: 'nobody', password }, '/newEmail'],
    ] as const) {
      const reply = await ada.post(path, body);
      assertRefused(reply, 'invalid_request');
      assert.deepEqual(
        reply.json.details.map((detail: { path: string }) => detail.path),
        [field],
      );
    }
  });

  test('401 and 403: without a session, and with a moderator token', async () => {
    assertRefused(await server.anonymous.post(path, { newEmail, password }), 'unauthenticated');
    const { token } = (await (await server.moderator()).post('/admin/generate-token')).json;
    const derived = server.anonymous.post(path, { newEmail, password }, { authorization: `Bearer ${token}` });
    assertRefused(await derived, 'forbidden');
  });
});
