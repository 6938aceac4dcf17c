import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeStale } from '../../support/age-session.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { addAuthenticator } from '../../support/authenticator.ts';
import { Client } from '../../support/client.ts';
import { password, startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/users/second-factor/totp';

suite('remove-totp', async () => {
  const server = await startServer({ after });
  const credentials = (name: string) => ({ email: `${name}@example.org`, password });

  test('204: the password is enough again; other sessions and the recovery codes end', async () => {
    const ada = await server.user('ada');
    const { next } = await addAuthenticator(server, ada);
    const pending = (await server.anonymous.post('/auth/sign-in/email', credentials('ada'))).json.token;
    const half = (await server.anonymous.post('/auth/sign-in/email', credentials('ada'))).json.token;
    const completed = await server.anonymous.post('/auth/sign-in/second-factor', {
      token: pending,
      code: next(),
    });
    const other = new Client(server.url, completed.json.token);
    assert.equal((await ada.delete(path)).status, 204);
    assertRefused(await other.get('/users'), 'unauthenticated');
    const late = await server.anonymous.post('/auth/sign-in/second-factor', { token: half, code: next() });
    assertRefused(late, 'unauthenticated');
    const { json } = await server.anonymous.post('/auth/sign-in/email', credentials('ada'));
    assert.equal((await new Client(server.url, json.token).get('/users')).status, 200);
    assert.deepEqual((await ada.get('/users/second-factor')).json, {
      recovery_codes_left: 0,
      required: false,
    });
  });

  test('401: a sign-in that is not recent; the password alone does not step up', async () => {
    const eve = await server.user('eve');
    const { next, recoveryCodes } = await addAuthenticator(server, eve);
    await makeStale(server, eve);
    assertRefused(await server.anonymous.delete(path), 'unauthenticated');
    assertRefused(await eve.delete(path), 'recent_sign_in_required');
    const byPassword = await eve.post('/auth/step-up', { password });
    assertRefused(byPassword, 'invalid_request');
    assert.equal(byPassword.json.details?.[0]?.path, '/code');
    assertRefused(await eve.delete(path), 'recent_sign_in_required');
    const code = next();
    assert.equal((await eve.post('/auth/step-up', { code })).status, 200);
    await makeStale(server, eve);
    assertRefused(await eve.post('/auth/step-up', { code }), 'invalid_request');
    assert.equal((await eve.post('/auth/step-up', { code: recoveryCodes[0] })).status, 200);
    assert.equal((await eve.delete(path)).status, 204);
  });

  test('404: there is none, or none that was confirmed', async () => {
    const bob = await server.user('bob');
    assertRefused(await bob.delete(path), 'not_found');
    await bob.post(path);
    assertRefused(await bob.delete(path), 'not_found');
  });
});
