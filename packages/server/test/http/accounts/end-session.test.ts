import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { Client } from '../../support/client.ts';
import { password, startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

suite('end-session', async () => {
  const server = await startServer({ after });
  const ada = await server.user('ada');
  const signIn = async (): Promise<Client> => {
    const body = { email: 'ada@example.org', password };
    return new Client(server.url, (await server.anonymous.post('/auth/sign-in/email', body)).json.token);
  };
  const idOf = async (client: Client): Promise<string> =>
    (await client.get('/users/sessions')).json.sessions.find(({ current }) => current)?.id ?? '';

  test('204: the session is over at its next request, the others go on; the log says so', async () => {
    const other = await signIn();
    const third = await signIn();
    assert.equal((await ada.delete(`/users/sessions/${await idOf(other)}`)).status, 204);
    assertRefused(await other.get('/users'), 'unauthenticated');
    for (const client of [ada, third]) assert.equal((await client.get('/users')).status, 200);
    const { id } = (await ada.get('/users')).json;
    const { changes } = (await (await server.moderator()).get(`/admin/changes?subject=user:${id}`)).json;
    assert.equal(changes.at(-1)?.action, 'user.sessions-ended');
  });

  test('204: also the one that asks', async () => {
    const own = await signIn();
    assert.equal((await own.delete(`/users/sessions/${await idOf(own)}`)).status, 204);
    assertRefused(await own.get('/users'), 'unauthenticated');
  });

  test('401: without a session', async () => {
    assertRefused(await server.anonymous.delete(`/users/sessions/${await idOf(ada)}`), 'unauthenticated');
  });

  test('404: that of somebody else, and one that is over', async () => {
    const eve = await server.user('eve');
    const id = await idOf(ada);
    assertRefused(await eve.delete(`/users/sessions/${id}`), 'not_found');
    assert.equal((await ada.get('/users')).status, 200);
    const other = await signIn();
    const ended = await idOf(other);
    await other.post('/auth/sign-out');
    assertRefused(await ada.delete(`/users/sessions/${ended}`), 'not_found');
  });
});
