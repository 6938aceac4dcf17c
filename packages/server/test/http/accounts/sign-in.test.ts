import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { resetPassword } from '../../../src/accounts/reset-password.ts';
import { cheapHasher } from '../../support/cheap-hasher.ts';
import { Client, type Reply } from '../../support/client.ts';
import { type TestServer, startServer } from '../../support/start-server.ts';
import { addressBlock } from '../../support/address-block.ts';
import { suite } from '../../support/variants.ts';

const path = '/auth/sign-in/email';
const ada = { email: 'ada@example.org', password: 'correct horse battery' };

/** An attempt that counts although it costs no hash, for its address is none. */
const attempt = ({ anonymous }: TestServer, headers: Record<string, string>): Promise<Reply> =>
  anonymous.post(path, { ...ada, email: 'none@none' }, headers);

suite('sign-in', async () => {
  const from = addressBlock();
  const server = await startServer({ after });
  const first = await server.user('ada');

  test('200: another session, by the address in any case; no cookie is set', async () => {
    const reply = await server.anonymous.post(path, { ...ada, email: 'ADA@example.org' }, from(1));
    assert.equal(reply.status, 200, reply.text);
    assert.deepEqual(Object.keys(reply.json).sort(), ['token', 'user']);
    assert.equal(reply.headers.get('set-cookie'), null);
    const second = new Client(server.url, reply.json.token);
    assert.notEqual(second.bearer, first.bearer);
    assert.deepEqual((await second.get('/users')).json, (await first.get('/users')).json);
  });

  test('401: a wrong password and an unknown address read alike', async () => {
    const wrong = await server.anonymous.post(path, { ...ada, password: 'wrong horse' }, from(2));
    const unknown = await server.anonymous.post(path, { ...ada, email: 'nobody@example.org' }, from(2));
    assertRefused(wrong, 'unauthenticated');
    assertRefused(unknown, 'unauthenticated');
    assert.equal(wrong.json.message, unknown.json.message);
    assert.equal(wrong.headers.get('www-authenticate'), 'Bearer');
  });

  test('400: nothing to sign in with; each faulty field is named', async () => {
    for (const [body, fields] of [
      [{ email: ada.email }, ['/password']],
      [{ ...ada, email: 'none' }, ['/email']],
      [{ ...ada, email: 'none@none' }, ['/email']],
      [{ password: 'short' }, ['/email', '/password']],
    ] as const) {
      const reply = await server.anonymous.post(path, body, from(3));
      assertRefused(reply, 'invalid_request');
      const paths = reply.json.details.map((detail: { path: string }) => detail.path);
      assert.deepEqual(paths.toSorted(), fields);
    }
  });

  test('401: the password is reset between its check and the session', async (t) => {
    const { store } = server.server.context;
    const raced = await server.user('raced');
    const { id } = (await raced.get('/users')).json;
    const verify = cheapHasher.verify.bind(cheapHasher);
    const mock = t.mock.method(cheapHasher, 'verify', async (attempt: Parameters<typeof verify>[0]) => {
      const isRight = await verify(attempt);
      await resetPassword(store, { actor: 'operator' }, id, 'a staple more correct');
      return isRight;
    });
    const reply = await server.anonymous.post(path, { ...ada, email: 'raced@example.org' }, from(6));
    assert.equal(mock.mock.callCount(), 1);
    assertRefused(reply, 'unauthenticated');
    const sessions = await store.read.selectFrom('session').select('id').where('userId', '=', id).execute();
    assert.deepEqual(sessions, [], 'no session outlives the password');
  });

  test('403: a banned user', async () => {
    await server.user('banned');
    const moderator = await server.moderator();
    const { users } = (await moderator.get('/admin/users?email=banned@example.org')).json;
    await moderator.put(`/admin/users/${users[0].id}`, { banned: true, banReason: 'Spam.' });
    const reply = await server.anonymous.post(path, { ...ada, email: 'banned@example.org' }, from(4));
    assertRefused(reply, 'forbidden');
  });

  test('429: too many from one address; other addresses are not affected', async () => {
    for (let count = 0; count < 20; count += 1) {
      assertRefused(await attempt(server, from(5)), 'invalid_request');
    }
    const refused = await attempt(server, from(5));
    assertRefused(refused, 'rate_limited');
    const wait = Number(refused.headers.get('retry-after'));
    assert.ok(wait > 0 && wait <= 60, `Retry-After is ${wait} seconds`);
    assertRefused(await attempt(server, from(6)), 'invalid_request');
  });

  test('429: without a proxy to trust, no header moves a caller to another address', async (t) => {
    const bare = await startServer(t, { TRUST_PROXY: 'no' });
    const statuses = new Set<number>();
    for (let count = 0; count < 21; count += 1) {
      const headers = { ...from(100 + count), 'x-patchbay-address': `10.3.1.${count}` };
      statuses.add((await attempt(bare, headers)).status);
    }
    assert.ok(statuses.has(429));
  });
});
