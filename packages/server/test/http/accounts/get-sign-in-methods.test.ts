import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { type Endpoint, type EndpointName, endpoints } from '@patchbay/contract';
import { setPasswordHash } from '../../../src/store/rows/users.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { Client } from '../../support/client.ts';
import { signInWith } from '../../support/external-sign-in.ts';
import { openIssuer } from '../../support/open-issuer.ts';
import { password, startServer } from '../../support/start-server.ts';
import { requestCode } from '../../support/device.ts';
import { suite } from '../../support/variants.ts';

suite('get-sign-in-methods', async () => {
  const issuer = await openIssuer({ after });
  const provider = { name: 'Example ID', issuer: issuer.url };

  test('200: what is set up', async (t) => {
    for (const [settings, methods] of [
      [{}, { password: true, sign_up: true }],
      [
        { ...issuer.settings, SIGN_UP: 'closed' },
        { password: true, sign_up: false, provider },
      ],
      [
        { ...issuer.settings, OIDC_NAME: '' },
        { password: true, sign_up: true, provider: { ...provider, name: new URL(issuer.url).host } },
      ],
    ] as const) {
      const { anonymous } = await startServer(t, settings);
      const reply = await anonymous.get('/auth/methods');
      assert.equal(reply.status, 200, reply.text);
      assert.deepEqual(reply.json, methods);
    }
  });

  test('SIGN_IN=oidc: no password or passkey does anything, and an account of the same address is the operator’s to link', async (t) => {
    const server = await startServer(t, { ...issuer.settings, SIGN_IN: 'oidc' });
    const { anonymous } = server;
    const methods = (await anonymous.get('/auth/methods')).json;
    assert.deepEqual(methods, { password: false, sign_up: false, provider });
    const all = (Object.entries(endpoints) as [EndpointName, Endpoint][]).filter(
      ([, { isLocalSignIn = false }]) => isLocalSignIn,
    );
    assert.ok(all.length > 3);
    const { user_code } = await requestCode(server);
    const body = {
      name: 'Ada',
      email: 'moderator@example.org',
      password,
      currentPassword: password,
      newPassword: password,
      user_code,
    };
    for (const [name, { method, path }] of all) {
      assertRefused(await anonymous.send(method, path, body), 'sign_in_method_off', name);
    }
    const page = await anonymous.post('/device', { user_code });
    assert.match(page.text, /Approve with Example ID/);
    assert.doesNotMatch(page.text, /type="password"/);
    assert.doesNotMatch((await anonymous.get('/sign-in')).text, /passkey/);

    issuer.person = { sub: 'moderator', email: 'moderator@example.org', email_verified: true };
    const refused = await signInWith(issuer, anonymous);
    assertRefused(refused, 'forbidden');
    assert.match(refused.json.message, /Ask the operator to link it to "moderator" at the provider/);
    issuer.person = { sub: 'ada', email: 'ada@example.org', email_verified: true };
    const { token, user } = (await signInWith(issuer, anonymous)).json;
    const { accounts, store } = server.server.context;
    const hash = await accounts.hasher.hash(password);
    await store.write({ actor: 'server' }, (tx) => setPasswordHash(tx, user.id, hash));
    const ada = new Client(server.url, token);
    assertRefused(await ada.post('/auth/step-up', { password }), 'invalid_request');
  });
});
