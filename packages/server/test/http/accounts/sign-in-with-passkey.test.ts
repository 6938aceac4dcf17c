import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeStale } from '../../support/age-session.ts';
import { addPasskey, namedUrl } from '../../support/add-passkey.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { addAuthenticator } from '../../support/authenticator.ts';
import { Client } from '../../support/client.ts';
import { minutes } from '../../support/clock.ts';
import { approve, poll, requestCode } from '../../support/device.ts';
import { SoftwarePasskey } from '../../support/passkey.ts';
import { password, startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/auth/sign-in/passkey';

suite('sign-in-with-passkey', async () => {
  const server = await startServer({ after }, { PUBLIC_URL: namedUrl, SECOND_FACTOR: 'required' });
  const { anonymous } = server;
  const options = async () => (await anonymous.post(`${path}/options`)).json;
  const signIn = (credential: object) => anonymous.post(path, { credential });

  test('200: a session with two factors; each answer counts once, also among requests at once', async () => {
    const ada = await server.user('ada');
    await ada.post('/publishers', { id: 'ada', name: 'Ada' });
    assertRefused(await ada.post('/publishers/ada/tokens', { name: 'ci' }), 'second_factor_required');
    const passkey = await addPasskey(ada);
    const credential = passkey.prove(await options());
    const replies = await Promise.all(Array.from({ length: 5 }, () => signIn(credential)));
    const statuses = replies.map(({ status }) => String(status)).toSorted();
    assert.equal(statuses.join(' '), '200 400 400 400 400');
    const good = replies.find(({ status }) => status === 200)?.json;
    assert.equal(good?.user.email, 'ada@example.org');
    const strong = new Client(server.url, good?.token);
    assert.equal((await strong.post('/publishers/ada/tokens', { name: 'ci' })).status, 201);
    assert.ok((await strong.get('/users/passkeys')).json.passkeys[0]?.last_used_at);
    assertRefused(await signIn(credential), 'invalid_request');
    assert.equal((await signIn(passkey.prove(await options()))).status, 200);
    await makeStale(server, strong);
    assertRefused(await strong.post('/auth/step-up', { password }), 'invalid_request');
    const stepUp = await strong.post('/auth/step-up', { credential: passkey.prove(await options()) });
    assert.equal(stepUp.status, 200, stepUp.text);
    assert.equal((await strong.post('/publishers/ada/tokens', { name: 'ci-2' })).status, 201);
  });

  test('200: also beside an authenticator app, and its session goes on under a new token', async () => {
    const bob = await server.user('bob');
    await addAuthenticator(server, bob);
    const passkey = await addPasskey(bob);
    const { json } = await signIn(passkey.prove(await options()));
    const session = new Client(server.url, json.token);
    const change = {
      currentPassword: password,
      newPassword: 'a staple more correct',
      revokeOtherSessions: true,
    };
    const renewed = await session.post('/auth/change-password', change);
    assert.equal((await new Client(server.url, renewed.json.token).get('/users')).status, 200, renewed.text);
  });

  test('200: it approves a device; 404: no device waits with the code', async () => {
    const dev = await server.user('dev');
    const passkey = await addPasskey(dev);
    const codes = await requestCode(server);
    assertRefused(await approve(server, codes, 'dev'), 'invalid_request');
    const approveBy = async (user_code: string) =>
      anonymous.post(path, { credential: passkey.prove(await options()), user_code });
    assertRefused(await approveBy('BCDF-GHJK'), 'not_found');
    const approved = await approveBy(codes.user_code);
    assert.deepEqual([approved.json.program, approved.json.token], ['patchbay', undefined], approved.text);
    const { access_token: token } = (await poll(server, codes)).json;
    assert.equal((await new Client(server.url, token).get('/users')).json.email, 'dev@example.org');
  });

  test('400: another origin or registry, nobody there, an old or foreign challenge, a copy, an unknown passkey', async () => {
    const eve = await server.user('eve');
    const passkey = await addPasskey(eve);
    const ofAdding = (await eve.post('/users/passkey-options')).json;
    await signIn(passkey.prove(await options()));
    const bad = [
      passkey.prove(await options(), { origin: 'https://evil.example' }),
      passkey.prove(await options(), { rpId: 'evil.example' }),
      passkey.prove(await options(), { isVerified: false }),
      passkey.prove(await options(), { type: 'webauthn.create' }),
      passkey.prove(await options(), { counter: 1 }),
      passkey.prove({ challenge: 'AAAA' }),
      passkey.prove(ofAdding),
      new SoftwarePasskey(namedUrl).prove(await options()),
    ];
    const messages = new Set<string>();
    for (const credential of bad) {
      const reply = await signIn(credential);
      assertRefused(reply, 'invalid_request');
      messages.add(reply.json.message);
    }
    assert.equal(messages.size, 1, 'nothing tells which passkeys there are');
    const late = passkey.prove(await options());
    server.clock.advance(minutes(5));
    assertRefused(await signIn(late), 'invalid_request');
  });

  test('400: a step-up by the passkey of another account', async () => {
    const mallory = await server.user('mallory');
    const grace = await server.user('grace');
    const passkey = await addPasskey(grace);
    await makeStale(server, mallory);
    const reply = await mallory.post('/auth/step-up', { credential: passkey.prove(await options()) });
    assertRefused(reply, 'invalid_request');
  });

  test('403: a banned user', async () => {
    const banned = await server.user('banned');
    const passkey = await addPasskey(banned);
    const { id } = (await banned.get('/users')).json;
    const moderator = await server.moderator();
    await addPasskey(moderator);
    const ban = await moderator.put(`/admin/users/${id}`, { banned: true, banReason: 'Spam.' });
    assert.equal(ban.status, 200, ban.text);
    assertRefused(await signIn(passkey.prove(await options())), 'forbidden');
  });
});
