import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeStale } from '../../support/age-session.ts';
import { addPasskey, namedUrl } from '../../support/add-passkey.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { addAuthenticator } from '../../support/authenticator.ts';
import { Client } from '../../support/client.ts';
import { poll, requestCode } from '../../support/device.ts';
import { password, startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('remove-passkey', async () => {
  const server = await startServer({ after }, { PUBLIC_URL: namedUrl });
  const { anonymous } = server;
  const idOf = async (client: Client) => (await client.get('/users/passkeys')).json.passkeys[0]?.id ?? '';
  const options = async () => (await anonymous.post('/auth/sign-in/passkey/options')).json;

  test('204: it signs nobody in any more, and the sessions that it began end', async () => {
    const ada = await server.user('ada');
    const passkey = await addPasskey(ada);
    const { json } = await anonymous.post('/auth/sign-in/passkey', {
      credential: passkey.prove(await options()),
    });
    const elsewhere = new Client(server.url, json.token);
    assert.equal((await elsewhere.get('/users')).status, 200);
    assert.equal((await ada.delete(`/users/passkeys/${await idOf(ada)}`)).status, 204);
    assertRefused(await elsewhere.get('/users'), 'unauthenticated');
    const credential = passkey.prove(await options());
    assertRefused(await anonymous.post('/auth/sign-in/passkey', { credential }), 'invalid_request');
    assertRefused(await ada.post('/auth/step-up', { credential }), 'invalid_request');
  });

  test('204: recovery codes stay beside another factor, and the session has proved that one', async () => {
    const eva = await server.user('eva');
    const passkey = await addPasskey(eva);
    const { recoveryCodes } = await addAuthenticator(server, eva);
    const left = async () => (await eva.get('/users/second-factor')).json.recovery_codes_left;
    const codes = await requestCode(server);
    const approval = { credential: passkey.prove(await options()), user_code: codes.user_code };
    assert.equal((await anonymous.post('/auth/sign-in/passkey', approval)).status, 200);
    assert.equal((await eva.delete(`/users/passkeys/${await idOf(eva)}`)).status, 204);
    assertRefused(await poll(server, codes), 'access_denied', 'a device that it approved gets no session');
    assert.equal(await left(), recoveryCodes.length);
    await addPasskey(eva);
    assert.equal((await eva.delete('/users/second-factor/totp')).status, 204);
    assert.equal(await left(), recoveryCodes.length);
    const change = {
      currentPassword: password,
      newPassword: 'a staple more correct',
      revokeOtherSessions: true,
    };
    const { json } = await eva.post('/auth/change-password', change);
    const renewed = new Client(server.url, json.token);
    assert.equal((await renewed.delete(`/users/passkeys/${await idOf(renewed)}`)).status, 204);
    const { recovery_codes_left: none } = (await renewed.get('/users/second-factor')).json;
    assert.equal(none, 0);
  });

  test('401 and 404: nobody, a sign-in that is not recent, and that of somebody else', async () => {
    const bob = await server.user('bob');
    await addPasskey(bob);
    const id = await idOf(bob);
    assertRefused(await anonymous.delete(`/users/passkeys/${id}`), 'unauthenticated');
    const eve = await server.user('eve');
    assertRefused(await eve.delete(`/users/passkeys/${id}`), 'not_found');
    await makeStale(server, bob);
    assertRefused(await bob.delete(`/users/passkeys/${id}`), 'recent_sign_in_required');
  });
});
