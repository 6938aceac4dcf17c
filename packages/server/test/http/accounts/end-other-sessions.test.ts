import assert from 'node:assert/strict';
import { type TestContext, after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { ageSession } from '../../support/age-session.ts';
import { Client } from '../../support/client.ts';
import { minutes } from '../../support/clock.ts';
import { approve, poll, requestCode } from '../../support/device.ts';
import { password, startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/users/sessions';

suite('end-other-sessions', async () => {
  const server = await startServer({ after });
  const moderator = await server.moderator();

  test('204: all but the one that asks, with their moderator tokens; those of others go on', async () => {
    const body = { email: 'moderator@example.org', password };
    const here = new Client(
      server.url,
      (await server.anonymous.post('/auth/sign-in/email', body)).json.token,
    );
    const { token } = (await moderator.post('/admin/generate-token')).json;
    const ada = await server.user('ada');
    const codes = await requestCode(server);
    assert.equal((await approve(server, codes, 'moderator')).status, 200);
    assert.equal((await here.delete(path)).status, 204);
    assertRefused(await poll(server, codes), 'access_denied', 'an approved device gets no session');
    for (const ended of [moderator, new Client(server.url, token)]) {
      assertRefused(await ended.get('/users'), 'unauthenticated');
    }
    for (const client of [here, ada]) assert.equal((await client.get('/users')).status, 200);
    assert.equal((await here.get(path)).json.sessions.length, 1);
    assert.equal((await here.delete(path)).status, 204, 'nothing is left to end');
  });

  /** Holds the next write of a user, also one that belongs to no request. */
  const holdWrite = (t: TestContext, userId: string) => {
    const { store } = server.server.context;
    const write = store.write.bind(store);
    const waits = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const mock = t.mock.method(store, 'write', async (...args: Parameters<typeof write>) => {
      if (args[0].actor === `user:${userId}`) {
        mock.mock.restore();
        waits.resolve();
        await released;
      }
      return write(...args);
    });
    return { waits: waits.promise, release };
  };

  test('401: a session that is being used, or has just begun, when it ends or its user is banned', async (t) => {
    const signIn = (name = 'bob') =>
      server.anonymous.post('/auth/sign-in/email', { email: `${name}@example.org`, password });
    const moderating = new Client(server.url, (await signIn('moderator')).json.token);
    const old = await server.user('bob');
    const here = new Client(server.url, (await signIn()).json.token);
    const { id } = (await here.get('/users')).json;
    await ageSession(server, old, { usedAgo: minutes(11) });
    const endOthers = () => here.delete(path);
    const ban = () => moderating.put(`/admin/users/${id}`, { banned: true, reason: 'Spam.' });
    for (const [request, end] of [
      [() => old.get('/users'), endOthers],
      [() => signIn(), endOthers],
      [() => signIn(), ban],
    ] as const) {
      const held = holdWrite(t, id);
      const answer = request();
      await held.waits;
      const ended = await end();
      held.release();
      assert.ok([200, 204].includes(ended.status), ended.text);
      assertRefused(await answer, 'unauthenticated');
    }
    const { store } = server.server.context;
    const left = await store.read.selectFrom('session').select('id').where('userId', '=', id).execute();
    assert.deepEqual(left, []);
  });

  test('401: without a session', async () => {
    assertRefused(await server.anonymous.delete(path), 'unauthenticated');
  });
});
