import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { assertRefused } from '../../support/assert-refused.ts';
import { uniqueId } from '../../support/build.ts';
import { minutes } from '../../support/clock.ts';
import { readOutbox, secretIn } from '../../support/read-outbox.ts';
import { password, startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/auth/reset-password';
const newPassword = 'a staple more correct';

suite('reset-password', async () => {
  const server = await startServer({ after });
  /** An account that requested a link. */
  const requested = async () => {
    const name = uniqueId('ada');
    const client = await server.user(name);
    const email = `${name}@example.org`;
    assert.equal((await server.anonymous.post('/auth/request-password-reset', { email })).status, 200);
    const mails = await readOutbox(server, email);
    const last = mails.at(-1);
    assert.ok(last);
    return { client, email, token: secretIn(last) };
  };
  const reset = (token: string, word = newPassword) =>
    server.anonymous.post(path, { token, newPassword: word });
  const signIn = (email: string, word: string) =>
    server.anonymous.post('/auth/sign-in/email', { email, password: word });

  test('200: sets the password, ends all sessions, verifies the address, and tells the account', async () => {
    const { client, email, token } = await requested();
    const { id } = (await client.get('/users')).json;
    const reply = await reset(token);
    assert.deepEqual([reply.status, reply.json], [200, { success: true }]);
    assertRefused(await client.get('/users'), 'unauthenticated');
    assertRefused(await signIn(email, password), 'unauthenticated');
    assert.equal((await signIn(email, newPassword)).status, 200);
    assert.match((await readOutbox(server, email))[1]?.text ?? '', /All sessions ended/);
    const { changes } = (await (await server.moderator()).get(`/admin/changes?subject=user:${id}`)).json;
    const last = changes.at(-1);
    assert.deepEqual([last?.actor, last?.action], [`user:${id}`, 'user.password-reset']);
  });

  test('400: a link is used once, of two at the same time by one', async () => {
    const { email, token } = await requested();
    const replies = await Promise.all([reset(token), reset(token, 'another staple, more correct')]);
    assert.deepEqual(replies.map(({ status }) => String(status)).toSorted(), ['200', '400']);
    assertRefused(await reset(token), 'invalid_link');
    const good = replies[0]?.status === 200 ? newPassword : 'another staple, more correct';
    assert.equal((await signIn(email, good)).status, 200);
  });

  test('400: a link that is too old, unknown, or was sent for something else', async () => {
    const { email, token } = await requested();
    server.clock.advance(minutes(limits.resetLinkMinutes));
    assertRefused(await reset(token), 'invalid_link');
    assertRefused(await reset('unknown'), 'invalid_link');
    await server.anonymous.post('/auth/send-verification-email', { email });
    const mails = await readOutbox(server, email);
    assertRefused(await reset(secretIn(mails.at(-1) ?? { text: '' })), 'invalid_link');
    assert.equal((await signIn(email, password)).status, 200);
  });

  test('400: a password that is short, that others would guess, or that contains the address', async () => {
    const { email, token } = await requested();
    const [name = ''] = email.split('@');
    for (const word of [
      'too short',
      'password1234',
      'qwertyuiop12',
      `${name} and more of it`,
      '123456789012',
    ]) {
      const reply = await reset(token, word);
      assertRefused(reply, 'invalid_request');
      assert.deepEqual(
        reply.json.details.map((detail: { path: string }) => detail.path),
        ['/newPassword'],
      );
    }
    assert.equal((await reset(token)).status, 200, 'the link is still good');
  });
});
