import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { uniqueId } from '../../support/build.ts';
import { readOutbox, secretIn } from '../../support/read-outbox.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/auth/send-verification-email';

suite('send-verification-email', async () => {
  const server = await startServer({ after });

  test('200: the same for any address; only one that has an account and is not verified gets a message', async () => {
    const name = uniqueId('ada');
    await server.user(name);
    const email = `${name}@example.org`;
    const send = async (to: string) => {
      const { status, text } = await server.anonymous.post(path, { email: to });
      return [status, text];
    };
    const answers = [await send(email), await send(`no-${email}`)];
    const [mail] = await readOutbox(server, email);
    assert.ok(mail);
    const token = secretIn(mail);
    assert.equal((await server.anonymous.post('/auth/verify-email', { token })).json.status, 'verified');
    answers.push(await send(email));
    assert.deepEqual(
      answers,
      Array.from({ length: 3 }, () => [200, '{"success":true}']),
    );
    assert.equal((await readOutbox(server, email)).length, 1);
    assert.deepEqual(await readOutbox(server, `no-${email}`), []);
  });

  test('400: what is no address', async () => {
    assertRefused(await server.anonymous.post(path, { email: 'nobody' }), 'invalid_request');
  });
});
