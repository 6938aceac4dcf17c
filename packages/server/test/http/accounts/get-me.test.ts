import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('get-me', async () => {
  const server = await startServer({ after });

  test('200: who the caller is', async () => {
    const { id, quotas, ...user } = (await (await server.user('ada')).get('/users')).json;
    assert.deepEqual(user, { name: 'ada', email: 'ada@example.org', isAdmin: false, isApproved: true });
    assert.deepEqual(quotas, {
      publishers: { used: 0, max: 10 },
      reviews: { used: 0, max: 1_000 },
      reports: { used: 0, max: 200 },
      change_bytes: { used: 0, max: 2 ** 30 },
    });
    assert.match(id, /^[\da-f]{8}-[\da-f]{4}-7/);
    assert.equal((await (await server.moderator()).get('/users')).json.isAdmin, true);
  });

  test('401 and 403: an anonymous caller, and a token, which is not a user', async () => {
    assertRefused(await server.anonymous.get('/users'), 'unauthenticated');
    const { token } = await makePublisher(server, 'bob');
    assertRefused(await server.anonymous.get('/users', { authorization: `Bearer ${token}` }), 'forbidden');
  });
});
