import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { addPasskey, namedUrl } from '../../support/add-passkey.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { minutes } from '../../support/clock.ts';
import { SoftwarePasskey } from '../../support/passkey.ts';
import { readOutbox } from '../../support/read-outbox.ts';
import { Client } from '../../support/client.ts';
import { password, startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/users/passkeys';

suite('add-passkey', async () => {
  const server = await startServer({ after }, { PUBLIC_URL: namedUrl });

  test('201: it is listed, told by mail and in the log, and the session has proved it', async () => {
    const ada = await server.user('ada');
    await addPasskey(ada, 'Work phone');
    const [passkey] = (await ada.get(path)).json.passkeys;
    assert.deepEqual([passkey?.name, passkey?.last_used_at], ['Work phone', undefined]);
    const mail = (await readOutbox(server, 'ada@example.org')).at(-1);
    assert.equal(mail?.headers['subject'], 'A passkey was added to your account');
    const { changes } = (await (await server.moderator()).get('/admin/changes')).json;
    assert.deepEqual(changes.at(-1)?.after, { factor: 'passkey' });
  });

  test('201: the first factor of an account ends its other sessions and brings recovery codes', async () => {
    const name = 'first';
    const ada = await server.user(name);
    const body = { email: `${name}@example.org`, password };
    const weak = new Client(
      server.url,
      (await server.anonymous.post('/auth/sign-in/email', body)).json.token,
    );
    const add = async () => {
      const { json } = await ada.post('/users/passkey-options');
      const credential = new SoftwarePasskey(namedUrl).create(json);
      return (await ada.post(path, { name: 'Phone', credential })).json.recovery_codes;
    };
    assert.equal((await add()).length, limits.recoveryCodesMax);
    assertRefused(await weak.get('/users'), 'unauthenticated');
    assert.equal(await add(), undefined);
    const { recovery_codes_left: left } = (await ada.get('/users/second-factor')).json;
    assert.equal(left, limits.recoveryCodesMax);
  });

  test('400: another origin, another registry, nobody there, another answer, and a challenge of others', async () => {
    const eve = await server.user('eve');
    const options = async () => (await eve.post('/users/passkey-options')).json;
    const passkey = new SoftwarePasskey(namedUrl);
    const add = (credential: object) => eve.post(path, { name: 'Phone', credential });
    const ofSignIn = (await server.anonymous.post('/auth/sign-in/passkey/options')).json;
    const ofOther = (await (await server.user('bob')).post('/users/passkey-options')).json;
    for (const credential of [
      passkey.create(await options(), { origin: 'https://evil.example' }),
      passkey.create(await options(), { rpId: 'evil.example' }),
      passkey.create(await options(), { isVerified: false }),
      passkey.create(await options(), { type: 'webauthn.get' }),
      passkey.create({ challenge: 'AAAA' }),
      passkey.create(ofSignIn),
      passkey.create(ofOther),
      { ...passkey.create(await options()), id: 'other' },
    ]) {
      const reply = await add(credential);
      assertRefused(reply, 'invalid_request');
      assert.equal(reply.json.details?.[0]?.path, '/credential');
    }
    const late = passkey.create(await options());
    server.clock.advance(minutes(5));
    assertRefused(await add(late), 'invalid_request');
    assertRefused(await eve.post(path, { name: 'Phone', credential: { id: 'x' } }), 'invalid_request');
    assert.deepEqual((await eve.get(path)).json.passkeys, []);
  });

  test('409: the same once more, also for another account, and one too many', async () => {
    const grace = await server.user('grace');
    const { json } = await grace.post('/users/passkey-options');
    const passkey = new SoftwarePasskey(namedUrl);
    const body = { name: 'Phone', credential: passkey.create(json) };
    assert.equal((await grace.post(path, body)).status, 201);
    assertRefused(await grace.post(path, body), 'illegal_transition');
    const mary = await server.user('mary');
    const stolen = passkey.create((await mary.post('/users/passkey-options')).json);
    assertRefused(await mary.post(path, { name: 'Phone', credential: stolen }), 'illegal_transition');
    for (let count = 1; count < limits.passkeysMax; count += 1) await addPasskey(grace);
    const more = new SoftwarePasskey(namedUrl).create((await grace.post('/users/passkey-options')).json);
    assertRefused(await grace.post(path, { name: 'One more', credential: more }), 'illegal_transition');
  });

  test('401: nobody', async () => {
    const credential = new SoftwarePasskey(namedUrl).create({ challenge: 'AAAA' });
    assertRefused(await server.anonymous.post(path, { name: 'Phone', credential }), 'unauthenticated');
  });
});
