import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { makeFlow, storeFlow } from '../../../src/accounts/sign-in-flows.ts';
import { makeStale } from '../../support/age-session.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { uniqueId } from '../../support/build.ts';
import { Client } from '../../support/client.ts';
import { minutes } from '../../support/clock.ts';
import { requestCode } from '../../support/device.ts';
import { openIssuer } from '../../support/open-issuer.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/auth/external/begin';

suite('begin-external-sign-in', async () => {
  const issuer = await openIssuer({ after });
  const server = await startServer({ after }, issuer.settings);
  const { anonymous } = server;

  test('200: the page of the provider, with a proof of its own for each sign-in', async () => {
    const replies = [
      await anonymous.post(path, { purpose: 'sign-in' }),
      await anonymous.post(path, { purpose: 'sign-in' }),
    ];
    const urls = replies.map(({ status, json }) => {
      assert.equal(status, 200);
      assert.equal(json.expires_in, 600);
      assert.match(json.flow, /^[\w-]{43}$/);
      return new URL(json.authorization_url);
    });
    for (const { origin, pathname, searchParams } of urls) {
      assert.equal(origin + pathname, `${issuer.url}/authorize`);
      assert.deepEqual([...searchParams.keys()].sort(), [
        'client_id',
        'code_challenge',
        'code_challenge_method',
        'nonce',
        'redirect_uri',
        'response_type',
        'scope',
        'state',
      ]);
      assert.equal(searchParams.get('redirect_uri'), `${server.url}/sign-in/callback`);
      assert.equal(searchParams.get('scope'), 'openid profile email');
      assert.equal(searchParams.get('code_challenge_method'), 'S256');
    }
    for (const name of ['state', 'nonce', 'code_challenge']) {
      const values = urls.map(({ searchParams }) => searchParams.get(name) ?? '');
      assert.equal(new Set(values).size, 2, name);
      for (const value of values) assert.match(value, /^[\w-]{43}$/);
    }
    assert.equal(replies[0]?.headers.get('set-cookie'), null);
  });

  test('400: an unknown purpose, or a device without its code', async () => {
    assertRefused(await anonymous.post(path, { purpose: 'else' }), 'invalid_request');
    const reply = await anonymous.post(path, { purpose: 'device' });
    assertRefused(reply, 'invalid_request');
    assert.equal(reply.json.details[0].path, '/user_code');
  });

  test('401: a link without a session, or with one that is not recent', async () => {
    assertRefused(await anonymous.post(path, { purpose: 'link' }), 'unauthenticated');
    const moderator = await server.moderator();
    assert.equal((await moderator.post(path, { purpose: 'link' })).status, 200);
    const { token } = (await moderator.post('/admin/generate-token')).json;
    const derived = new Client(server.url, token);
    assertRefused(await derived.post(path, { purpose: 'link' }), 'forbidden');
    const stale = await server.user(uniqueId('stale'));
    await makeStale(server, stale);
    const refused = await stale.post(path, { purpose: 'link' });
    assertRefused(refused, 'recent_sign_in_required');
  });

  test('403: a registry without a provider', async (t) => {
    const plain = await startServer(t);
    for (const to of ['begin', 'complete']) {
      const body = { purpose: 'sign-in', flow: 'unknown', query: '' };
      assertRefused(await plain.anonymous.post(`/auth/external/${to}`, body), 'sign_in_method_off');
    }
  });

  test('404: a device that does not wait', async () => {
    const { user_code } = await requestCode(server);
    assert.equal((await anonymous.post(path, { purpose: 'device', user_code })).status, 200);
    await anonymous.post('/device/deny', { user_code });
    assertRefused(await anonymous.post(path, { purpose: 'device', user_code }), 'not_found');
  });

  test('429: too many sign-ins of one address are under way; those that are late make room', async () => {
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const { config, store } = server.server.context;
    await store.write({ actor: 'server' }, async (tx) => {
      for (let count = 0; count < limits.externalSignInsOfAddressMax; count += 1) {
        const about = { purpose: 'sign-in', user_id: null, user_code: null } as const;
        await storeFlow(tx, config, '10.77.0.1', { flow: makeFlow(), ...about });
      }
    });
    const begin = (address: string) => anonymous.post(path, { purpose: 'sign-in' }, from(address));
    assertRefused(await begin('10.77.0.1'), 'rate_limited');
    assert.equal((await begin('10.77.0.2')).status, 200);
    server.clock.advance(minutes(10));
    assert.equal((await begin('10.77.0.1')).status, 200);
  });

  test('503: a provider that is away, in a private network, or says to be another one', async (t) => {
    for (const [settings, why] of [
      [{ OIDC_ISSUER: 'http://127.0.0.1:9' }, 'nobody listens there'],
      [{ OIDC_ISSUER: 'https://127.0.0.1:9', OUTBOUND_PRIVATE: 'no' }, 'not on the public internet'],
    ] as const) {
      const other = await startServer(t, { ...issuer.settings, ...settings });
      assertRefused(await other.anonymous.post(path, { purpose: 'sign-in' }), 'unavailable', why);
    }
    const named = await startServer(t, { ...issuer.settings, OIDC_ISSUER: `${issuer.url}/tenant` });
    assert.ok([400, 503].includes((await named.anonymous.post(path, { purpose: 'sign-in' })).status));
  });
});
