import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { Client } from '../../support/client.ts';
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

  test('401: without a session', async () => {
    assertRefused(await server.anonymous.delete(path), 'unauthenticated');
  });
});
