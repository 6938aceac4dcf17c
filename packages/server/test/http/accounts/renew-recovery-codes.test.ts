import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { limits } from '@patchbay/contract';
import { makeStale } from '../../support/age-session.ts';
import { assertRefused } from '../../support/assert-refused.ts';
import { addAuthenticator } from '../../support/authenticator.ts';
import { readOutbox } from '../../support/read-outbox.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/users/second-factor/recovery-codes';

suite('renew-recovery-codes', async () => {
  const server = await startServer({ after });

  test('200: new ones, and those before are worth nothing', async () => {
    const ada = await server.user('ada');
    const { recoveryCodes: before } = await addAuthenticator(server, ada);
    const stepUp = (code: string | undefined) => ada.post('/auth/step-up', { code });
    assert.equal((await stepUp(before[0])).status, 200);
    assert.equal(
      (await ada.get('/users/second-factor')).json.recovery_codes_left,
      limits.recoveryCodesMax - 1,
    );
    const told = async () =>
      (await readOutbox(server, 'ada@example.org')).map(({ headers }) => headers['subject']);
    assert.deepEqual(await told(), [
      'A second factor was added to your account',
      'A recovery code of your account was used',
    ]);
    const reply = await ada.post(path);
    assert.equal(reply.status, 200, reply.text);
    const { recovery_codes: renewed } = reply.json;
    assert.equal(renewed.length, limits.recoveryCodesMax);
    assertRefused(await stepUp(before[1]), 'invalid_request');
    assert.equal((await stepUp(renewed[0]?.toLowerCase().replaceAll('-', ' '))).status, 200);
    assertRefused(await stepUp(renewed[0]), 'invalid_request', 'each counts once');
    assert.ok((await told()).includes('Your account has new recovery codes'));
    const mails = JSON.stringify(await readOutbox(server, 'ada@example.org'));
    for (const code of [...before, ...renewed]) assert.ok(!mails.includes(code));
  });

  test('401 and 404: nobody, a sign-in that is not recent, and no second factor', async () => {
    assertRefused(await server.anonymous.post(path), 'unauthenticated');
    const eve = await server.user('eve');
    assertRefused(await eve.post(path), 'not_found');
    await makeStale(server, eve);
    assertRefused(await eve.post(path), 'recent_sign_in_required');
  });
});
