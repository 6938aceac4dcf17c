import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { uniqueId } from '../../support/build.ts';
import { fromAddress } from '../../support/from-address.ts';
import { readOutbox, secretIn } from '../../support/read-outbox.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/auth/request-password-reset';

suite('request-password-reset', async () => {
  const server = await startServer({ after }, { RATE_LIMITS: 'on' });

  test('200: the same for a known and an unknown address; the known one gets a link, and the public log is as it was', async () => {
    const name = uniqueId('ada');
    await server.user(name);
    const email = `${name}@example.org`;
    const lastSeq = async (): Promise<number> => (await server.anonymous.get('/changes')).json.last_seq;
    const seq = await lastSeq();
    const known = await server.anonymous.post(path, { email: email.toUpperCase() }, fromAddress(1));
    const unknown = await server.anonymous.post(path, { email: `no-${email}` }, fromAddress(2));
    assert.deepEqual([known.status, known.text], [200, '{"success":true}']);
    assert.deepEqual([unknown.status, unknown.text], [known.status, known.text]);
    const [mail] = await readOutbox(server, email);
    assert.ok(mail);
    assert.ok(mail.text.includes(`${server.server.context.publicUrl()}/reset-password?token=`), mail.text);
    const rows = await server.server.context.store.read.selectFrom('account_links').selectAll().execute();
    assert.equal(JSON.stringify(rows).includes(secretIn(mail)), false, 'only its digest is stored');
    assert.deepEqual(await readOutbox(server, `no-${email}`), []);
    assert.equal(await lastSeq(), seq, 'its number would tell who has an account');
  });

  test('400: what is no address', async () => {
    assertRefused(await server.anonymous.post(path, { email: 'nobody' }), 'invalid_request');
  });

  test('429: many messages to one address, from many addresses, known or not', async () => {
    for (const email of ['often@example.org', `${uniqueId('ada')}@example.org`]) {
      if (email.startsWith('often')) await server.user('often');
      for (let host = 20; host < 26; host += 1) {
        await server.anonymous.post('/auth/send-verification-email', { email }, fromAddress(host));
      }
      const statuses: number[] = [];
      for (let host = 10; host < 17; host += 1) {
        statuses.push((await server.anonymous.post(path, { email }, fromAddress(host))).status);
      }
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 429, 429]);
    }
  });
});
