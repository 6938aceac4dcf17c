import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { makeStale } from '../../support/age-session.ts';
import { addPasskey, namedUrl } from '../../support/add-passkey.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/users/passkey-options';

suite('start-passkey', async () => {
  const server = await startServer({ after }, { PUBLIC_URL: namedUrl });
  const ada = await server.user('ada');

  test('200: options for a passkey that a browser finds by itself, and not for one that is there', async () => {
    const first = (await ada.post(path)).json;
    assert.deepEqual(
      [first.rp.id, first.user.name, first.attestation, first.excludeCredentials],
      ['registry.example.org', 'ada@example.org', 'none', []],
    );
    assert.deepEqual(first.authenticatorSelection, {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    });
    const passkey = await addPasskey(ada);
    const second = (await ada.post(path)).json;
    assert.deepEqual(second.excludeCredentials, [{ id: passkey.id, type: 'public-key' }]);
    assert.notEqual(second.challenge, first.challenge);
  });

  test('401: nobody, and a sign-in that is not recent', async () => {
    assertRefused(await server.anonymous.post(path), 'unauthenticated');
    const eve = await server.user('eve');
    await makeStale(server, eve);
    assertRefused(await eve.post(path), 'recent_sign_in_required');
  });

  test('403: a registry that has an address and no name', async (t) => {
    const unnamed = await startServer(t);
    assertRefused(await (await unnamed.user('bob')).post(path), 'forbidden');
    assertRefused(await unnamed.anonymous.post('/auth/sign-in/passkey/options'), 'forbidden');
  });
});
