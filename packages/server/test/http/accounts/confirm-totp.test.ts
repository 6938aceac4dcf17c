import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { assertRefused } from '../../support/assert-refused.ts';
import { addAuthenticator, digitsAt } from '../../support/authenticator.ts';
import { Client } from '../../support/client.ts';
import { minutes } from '../../support/clock.ts';
import { password, startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const enrol = '/users/second-factor/totp';
const path = '/users/second-factor/totp/confirm';

suite('confirm-totp', async () => {
  const server = await startServer({ after });

  test('200: recovery codes, once; sessions that proved no second factor end, and the log says so', async () => {
    const ada = await server.user('ada');
    const body = { email: 'ada@example.org', password };
    const other = new Client(
      server.url,
      (await server.anonymous.post('/auth/sign-in/email', body)).json.token,
    );
    const { recoveryCodes, secret } = await addAuthenticator(server, ada);
    assert.equal(new Set(recoveryCodes).size, limits.recoveryCodesMax);
    for (const code of recoveryCodes) assert.match(code, /^[B-Z]{4}(?:-[B-Z]{4}){3}$/);
    assertRefused(await other.get('/users'), 'unauthenticated');
    assert.equal((await ada.get('/users')).status, 200);
    const state = (await ada.get('/users/second-factor')).json;
    assert.equal(state.recovery_codes_left, limits.recoveryCodesMax);
    assert.ok(state.totp?.confirmed_at);
    const rows = JSON.stringify(
      await server.server.context.store.read.selectFrom('recovery_codes').selectAll().execute(),
    );
    for (const code of recoveryCodes)
      assert.ok(!rows.includes(code) && !rows.includes(code.replaceAll('-', '')));
    const moderator = await server.moderator();
    const { changes } = (await moderator.get('/admin/changes')).json;
    assert.deepEqual(changes.at(-1)?.after, { factor: 'totp' });
    assert.ok(!JSON.stringify(changes).includes(secret));
    assertRefused(await ada.post(path, { code: '000000' }), 'illegal_transition');
  });

  test('200: a code of the step before or after, with spaces; 400 for one further away', async () => {
    const times: readonly (readonly [string, number, boolean])[] = [
      ['before', -0.5, true],
      ['after', 0.5, true],
      ['late', -1.5, false],
      ['early', 1.5, false],
    ];
    for (const [name, away, isGood] of times) {
      const client = await server.user(name);
      const { secret } = (await client.post(enrol)).json;
      const at = new Date(server.clock.now().getTime() + minutes(away));
      const reply = await client.post(path, { code: digitsAt(secret, at).replace(/^.{3}/, '$& ') });
      assert.equal(reply.status, isGood ? 200 : 400, `${name}: ${reply.text}`);
    }
  });

  test('400: a wrong code; nothing changes', async () => {
    const eve = await server.user('eve');
    await eve.post(enrol);
    for (const code of ['000000', '12345', 'BCDF-GHJK-LMNP-QRST', '０１２３４５']) {
      const reply = await eve.post(path, { code });
      assertRefused(reply, 'invalid_request');
      assert.equal(reply.json.details?.[0]?.path, '/code');
    }
    assert.equal((await eve.get('/users/second-factor')).json.totp, undefined);
  });

  test('401 and 409: nobody, and nothing to confirm', async () => {
    assertRefused(await server.anonymous.post(path, { code: '000000' }), 'unauthenticated');
    assertRefused(await (await server.user('none')).post(path, { code: '000000' }), 'illegal_transition');
  });
});
