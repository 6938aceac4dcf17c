import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { Client } from '../../support/client.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('sign-out', async () => {
  const server = await startServer({ after });
  const ada = await server.user('ada');

  test('200: the session is over, and only this one', async () => {
    const { token } = (
      await server.anonymous.post('/auth/sign-in/email', {
        email: 'ada@example.org',
        password: 'correct horse battery',
      })
    ).json;
    const second = new Client(server.url, token);
    const reply = await second.post('/auth/sign-out');
    assert.deepEqual([reply.status, reply.json], [200, { success: true }]);
    assertRefused(await second.get('/users'), 'unauthenticated');
    assert.equal((await ada.get('/users')).status, 200);
  });

  test('401: without a session, or with one that is over', async () => {
    assertRefused(await server.anonymous.post('/auth/sign-out'), 'unauthenticated');
    const bob = await server.user('bob');
    await bob.post('/auth/sign-out');
    assertRefused(await bob.post('/auth/sign-out'), 'unauthenticated');
  });
});
