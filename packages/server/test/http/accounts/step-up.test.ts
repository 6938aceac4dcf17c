import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { resetPassword } from '../../../src/accounts/moderators.ts';
import { makeStale } from '../../support/age-session.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher, uniqueId } from '../../support/build.ts';
import { cheapHasher } from '../../support/cheap-hasher.ts';
import { Client } from '../../support/client.ts';
import { approve, poll, requestCode } from '../../support/device.ts';
import { password, startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/auth/step-up';

suite('step-up', async () => {
  const server = await startServer({ after });
  /** An owner whose sign-in is not recent, and what it is refused. */
  const open = async () => {
    const { id, owner, token } = await makePublisher(server, uniqueId('ada'));
    await makeStale(server, owner);
    const make = (client: Client) => client.post(`/publishers/${id}/tokens`, { name: 'ci' });
    return { id, owner, token, make, email: `owner-of-${id}@example.org` };
  };

  test('200: the sign-in is recent again, for this session alone', async () => {
    const { owner, make, email } = await open();
    const refused = await make(owner);
    assertRefused(refused, 'recent_sign_in_required');
    assert.match(refused.json.message, /POST \/auth\/step-up/);
    assert.match(
      refused.headers.get('www-authenticate') ?? '',
      /insufficient_user_authentication.*max_age=1800/,
    );
    const { json } = await server.anonymous.post('/auth/sign-in/email', { email, password });
    const other = new Client(server.url, json.token);
    await makeStale(server, other);
    const reply = await owner.post(path, { password });
    assert.equal(reply.status, 200, reply.text);
    const seconds = (Date.parse(reply.json.recent_until) - Date.now()) / 1_000;
    assert.ok(Math.abs(seconds - limits.recentSignInSeconds) < 60, `${seconds} s`);
    assert.equal((await make(owner)).status, 201);
    assertRefused(await make(other), 'recent_sign_in_required');
  });

  test('a sign-in, and a program that is approved, are recent; a new token for an old session is not', async () => {
    const { owner, make, email, id } = await open();
    const { json } = await server.anonymous.post('/auth/sign-in/email', { email, password });
    assert.equal((await make(new Client(server.url, json.token))).status, 201);
    const codes = await requestCode(server);
    await approve(server, codes, `owner-of-${id}`);
    const { access_token } = (await poll(server, codes)).json;
    assert.equal((await make(new Client(server.url, access_token))).status, 201);
    const change = { currentPassword: password, newPassword: password, revokeOtherSessions: true };
    const renewed = new Client(server.url, (await owner.post('/auth/change-password', change)).json.token);
    assert.equal((await renewed.get('/users')).status, 200);
    assertRefused(await make(renewed), 'recent_sign_in_required');
  });

  test('what can be undone needs none, nor does a token', async () => {
    const { id, owner, token } = await open();
    assert.equal((await owner.put(`/publishers/${id}`, { name: 'Renamed' })).status, 200);
    assert.equal((await owner.post(`/publishers/${id}/nodes`, { id: `${id}-node` })).status, 201);
    const holder = new Client(server.url, token);
    const deleted = await holder.delete(`/publishers/${id}/nodes/${id}-node`);
    assert.equal(deleted.status, 204, 'as its actions say');
  });

  test('a webhook, which outlasts the session, needs one to be made or changed', async () => {
    const { id, owner } = await open();
    const own = `/publishers/${id}/webhooks`;
    const url = 'https://localhost:65535/';
    assertRefused(await owner.post(own, { url }), 'recent_sign_in_required');
    assert.equal((await owner.post('/auth/step-up', { password })).status, 200);
    const made = await owner.post(own, { url });
    assert.equal(made.status, 201, made.text);
    await makeStale(server, owner);
    const path = `/webhooks/${made.json.id}`;
    assertRefused(await owner.put(path, { url }), 'recent_sign_in_required');
    assertRefused(await owner.post(`${path}/secret`), 'recent_sign_in_required');
    assert.equal((await owner.delete(path)).status, 204, 'to end it needs none');
  });

  test('what deletes a node, or gives it away, among other changes needs one', async () => {
    const [{ id, owner }, { id: other }] = [await open(), await open()];
    const [own, node] = [`/publishers/${id}/nodes`, `${id}-node`];
    assert.equal((await owner.post(own, { id: node })).status, 201);
    const deletion = { status: 'NodeStatusDeleted' };
    assertRefused(await owner.put(`${own}/${node}`, deletion), 'recent_sign_in_required');
    const moderator = await server.moderator();
    await makeStale(server, moderator);
    const [path, reason] = [`/admin/nodes/${node}`, 'Asked for.'];
    for (const change of [deletion, { publisher: { id: other } }])
      assertRefused(await moderator.put(path, { ...change, reason }), 'recent_sign_in_required');
    const whole = { ...(await moderator.get(`/nodes/${node}`)).json, description: 'New', reason };
    assert.equal((await moderator.put(path, whole)).status, 200);
    assert.equal((await moderator.post('/auth/step-up', { password })).status, 200);
    assert.equal((await owner.post('/auth/step-up', { password })).status, 200);
    assert.equal((await owner.put(`${own}/${node}`, deletion)).status, 200);
  });

  test('400: a wrong password, also one that is replaced while it is checked; the session goes on', async (t) => {
    const { owner, make } = await open();
    const wrong = await owner.post(path, { password: 'a wrong horse' });
    assertRefused(wrong, 'invalid_request');
    assert.equal(wrong.json.details?.[0]?.path, '/password');
    assertRefused(await make(owner), 'recent_sign_in_required');
    const { id } = (await owner.get('/users')).json;
    const verify = cheapHasher.verify.bind(cheapHasher);
    t.mock.method(cheapHasher, 'verify', async (attempt: Parameters<typeof verify>[0]) => {
      const isRight = await verify(attempt);
      await resetPassword(server.server.context.store, { actor: 'operator' }, id, 'a staple more correct');
      return isRight;
    });
    assertRefused(await owner.post(path, { password }), 'unauthenticated');
  });

  test('400: neither a password nor a code, and a code of an account that has no second factor', async () => {
    const { owner } = await open();
    for (const body of [{}, { code: '123456' }]) {
      const reply = await owner.post(path, body);
      assertRefused(reply, 'invalid_request');
    }
  });

  test('401 and 403: nobody, and tokens', async () => {
    const { token } = await open();
    assertRefused(await server.anonymous.post(path, { password }), 'unauthenticated');
    assertRefused(await new Client(server.url, token).post(path, { password }), 'forbidden');
    const derived = (await (await server.moderator()).post('/admin/generate-token')).json.token;
    assertRefused(await new Client(server.url, derived).post(path, { password }), 'forbidden');
  });

  test('429: guesses count with those of sign-ins', async (t) => {
    const limited = await startServer(t, { RATE_LIMITS: 'on' });
    const ada = await limited.user('ada');
    const guess = () => ada.post(path, { password: 'a wrong horse' });
    for (let left = 10; left > 0; left -= 1) assertRefused(await guess(), 'invalid_request');
    assertRefused(await guess(), 'rate_limited');
    const from = { 'x-forwarded-for': '198.51.100.9' };
    const body = { email: 'ada@example.org', password };
    assert.equal((await limited.anonymous.post('/auth/sign-in/email', body, from)).status, 200);
  });
});
