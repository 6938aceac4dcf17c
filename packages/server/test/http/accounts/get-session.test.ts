import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { makePublisher } from '../../support/build.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/auth/get-session';

suite('get-session', async () => {
  const server = await startServer({ after });
  const ada = await makePublisher(server, 'ada');

  test('200: the session and its user, without the token', async () => {
    const reply = await ada.owner.get(path);
    assert.equal(reply.status, 200, reply.text);
    const { session, user } = reply.json;
    assert.deepEqual(Object.keys(session).sort(), ['createdAt', 'expiresAt', 'id']);
    assert.ok(session.expiresAt > session.createdAt);
    assert.equal(user.email, 'owner-of-ada@example.org');
    assert.equal(reply.text.includes(ada.owner.bearer ?? ''), false);
  });

  test('401: cookies are not read', async () => {
    for (const name of ['better-auth.session_token', '__Secure-better-auth.session_token', 'session_token']) {
      const headers = { cookie: `${name}=${ada.owner.bearer}` };
      assertRefused(await server.anonymous.get(path, headers), 'unauthenticated', name);
      assertRefused(await server.anonymous.get('/users', headers), 'unauthenticated', name);
    }
  });

  test('403: a personal access token has no session', async () => {
    assertRefused(await server.anonymous.get(path, { authorization: `Bearer ${ada.token}` }), 'forbidden');
  });
});
