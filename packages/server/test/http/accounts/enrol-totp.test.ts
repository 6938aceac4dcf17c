import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeStale } from '../../support/age-session.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { addAuthenticator, digitsAt } from '../../support/authenticator.ts';
import { makePublisher } from '../../support/build.ts';
import { Client } from '../../support/client.ts';
import { password, startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/users/second-factor/totp';

suite('enrol-totp', async () => {
  const server = await startServer({ after });

  test('201: what an app needs; it counts for nothing until it is confirmed, and a second one takes its place', async () => {
    const ada = await server.user('ada');
    const first = await ada.post(path);
    assert.equal(first.status, 201, first.text);
    const uri = new URL(first.json.uri);
    assert.deepEqual([uri.protocol, uri.host], ['otpauth:', 'totp']);
    assert.equal(uri.searchParams.get('secret'), first.json.secret);
    assert.match(decodeURIComponent(uri.pathname), /:ada@example\.org$/);
    assert.match(first.json.secret, /^[A-Z2-7]{39}$/);
    const body = { email: 'ada@example.org', password };
    const { json } = await server.anonymous.post('/auth/sign-in/email', body);
    assert.deepEqual(Object.keys(json).sort(), ['token', 'user']);
    assert.equal((await ada.get('/users/second-factor')).json.totp, undefined);
    const second = await ada.post(path);
    assert.notEqual(second.json.secret, first.json.secret);
    const code = digitsAt(first.json.secret, server.clock.now());
    assertRefused(await ada.post(`${path}/confirm`, { code }), 'invalid_request');
  });

  test('the secret is nowhere in the database', async () => {
    const eve = await server.user('eve');
    const { secret } = (await eve.post(path)).json;
    const rows = await server.server.context.store.read.selectFrom('totp_factors').selectAll().execute();
    const bytes = JSON.stringify(rows);
    assert.ok(rows.length > 0 && !bytes.includes(secret));
  });

  test('401 and 403: nobody, a sign-in that is not recent, and a token', async () => {
    const publisher = await makePublisher(server, 'grace');
    assertRefused(await server.anonymous.post(path), 'unauthenticated');
    assertRefused(await new Client(server.url, publisher.token).post(path), 'forbidden');
    await makeStale(server, publisher.owner);
    assertRefused(await publisher.owner.post(path), 'recent_sign_in_required');
  });

  test('409: the account has one', async () => {
    const bob = await server.user('bob');
    await addAuthenticator(server, bob);
    assertRefused(await bob.post(path), 'illegal_transition');
  });
});
