import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { assertRefused } from '../../support/assert-refused.ts';
import { Client } from '../../support/client.ts';
import { openBreachService } from '../../support/open-breach-service.ts';
import { readOutbox } from '../../support/read-outbox.ts';
import { startServer } from '../../support/start-server.ts';
import { suite } from '../../support/variants.ts';

const path = '/auth/sign-up/email';
const ada = { name: 'Ada', email: 'Ada@Example.org', password: 'correct horse battery' };

suite('sign-up', async () => {
  const server = await startServer({ after });

  test('200: a session token for use as a bearer token, and the user', async () => {
    const reply = await server.anonymous.post(path, ada);
    assert.equal(reply.status, 200, reply.text);
    const { token, user } = reply.json;
    assert.deepEqual([user.name, user.email], ['Ada', 'ada@example.org']);
    assert.match(user.id, /^[\da-f]{8}-[\da-f]{4}-7/);
    assert.match(user.createdAt, /Z$/);
    const me = await new Client(server.url, token).get('/users');
    const { quotas, ...shown } = me.json;
    assert.equal(quotas.publishers.used, 0);
    assert.deepEqual(shown, {
      id: user.id,
      name: 'Ada',
      email: 'ada@example.org',
      isAdmin: false,
      isApproved: true,
    });
    const { changes } = (await (await server.moderator()).get(`/admin/changes?subject=user:${user.id}`)).json;
    assert.deepEqual(
      changes.map(({ action, after: made }: { action: string; after: object }) => [action, made]),
      [['user.created', { name: 'Ada' }]],
      'the log says who came, and no address',
    );
  });

  test('400: a blank name', async () => {
    for (const name of ['', ' \u3000']) {
      const reply = await server.anonymous.post(path, { ...ada, name });
      assertRefused(reply, 'invalid_request');
      assert.deepEqual(reply.json.details, [{ path: '/name', message: 'Write what others may call you.' }]);
    }
  });

  test('400: the address of a deleted account, also before it is deleted', async () => {
    const leaver = await server.user('leaver');
    const { id } = (await leaver.get('/users')).json;
    const taken = await server.anonymous.post(path, { ...ada, email: `${id}@deleted.invalid` });
    assert.equal((await leaver.delete('/users')).status, 204);
    assertRefused(taken, 'invalid_request');
  });

  test('200: a sign-up cannot create a moderator, and no cookie is set', async () => {
    const reply = await server.anonymous.post(path, {
      ...ada,
      email: 'mallory@example.org',
      role: 'admin',
      isAdmin: true,
    });
    assert.equal(reply.headers.get('set-cookie'), null);
    assert.equal((await new Client(server.url, reply.json.token).get('/users')).json.isAdmin, false);
  });

  test('400: an address that is taken, in any case, or is none; a password too short or too long', async () => {
    const refuse = async (change: object, ...fields: string[]): Promise<void> => {
      const reply = await server.anonymous.post(path, { ...ada, ...change });
      assertRefused(reply, 'invalid_request');
      assert.equal(reply.json.message.includes('['), false, reply.json.message);
      assert.ok(reply.json.details, reply.text);
      const paths = reply.json.details.map((detail: { path: string }) => detail.path);
      assert.deepEqual(paths.toSorted(), fields);
    };
    await server.user('bob');
    await refuse({ email: 'bob@example.org' }, '/email');
    await refuse({ email: 'BOB@example.org' }, '/email');
    await refuse({ email: 'nobody' }, '/email');
    for (const email of ['nobody@nowhere', 'no..body@example.org', 'nöbody@example.org']) {
      await refuse({ email }, '/email');
      for (const address of [path, '/auth/sign-in/email'] as const) {
        const { json } = await server.anonymous.post(address, { ...ada, email });
        assert.equal(json.message, 'The e-mail address is not valid. Check it, or use another one.');
      }
    }
    await refuse({ email: `${'a'.repeat(320)}@example.org` }, '/email');
    await refuse({ email: 'short@example.org', password: '1234567' }, '/password');
    await refuse({ email: 'short@example.org', password: 'eleven char' }, '/password');
    await refuse({ email: 'known@example.org', password: 'password1234' }, '/password');
    await refuse({ email: 'lovelace@example.org', password: 'my Love-Lace, dearest' }, '/password');
    await refuse(
      { name: 'Ada Byron', email: 'byron@example.org', password: 'adabyron was here' },
      '/password',
    );
    await refuse({ email: 'long@example.org', password: 'p'.repeat(129) }, '/password');
    await refuse({ email: 'long@example.org', password: '🐴'.repeat(128) }, '/password');
    await refuse({ email: 'nameless@example.org', name: undefined }, '/name');
    await refuse({ email: 'nobody', name: undefined, password: 'short' }, '/email', '/name', '/password');
    await refuse({ email: 'unseen@example.org', name: 'Ada\u200b' }, '/name');
    await refuse({ email: 'reversed@example.org', name: '\u202eadA' }, '/name');
  });

  test('400: a password that a service knows from breaches; 200: if it cannot be asked', async (t) => {
    const service = await openBreachService(t);
    service.breached.add(ada.password);
    const own = await startServer(t, service.settings);
    const refused = await own.anonymous.post(path, ada);
    assertRefused(refused, 'invalid_request');
    assert.match(refused.json.message, /found in a breach/);
    assert.deepEqual(service.asked, [`/range/${service.prefixOf(ada.password)}`]);
    service.isAway = true;
    assert.equal((await own.anonymous.post(path, ada)).status, 200);
  });

  test('200: where addresses are verified, the answer does not say whether there is an account', async (t) => {
    const own = await startServer(t, { EMAIL_VERIFICATION: 'required' });
    await own.user('bob');
    const before = (await readOutbox(own, 'bob@example.org')).length;
    const answers = await Promise.all(
      ['bob@example.org', 'BOB@Example.org', 'new@example.org'].map(async (email) => {
        const { status, text } = await own.anonymous.post(path, { ...ada, email });
        return [status, text];
      }),
    );
    assert.deepEqual(
      answers,
      Array.from({ length: 3 }, () => [200, '{"verification":"sent"}']),
    );
    const toBob = (await readOutbox(own, 'bob@example.org')).slice(before);
    assert.equal(toBob.length, 2);
    assert.match(toBob[0]?.text ?? '', /which has an account already/);
    const [toNew] = await readOutbox(own, 'new@example.org');
    assert.match(toNew?.text ?? '', /\/sign-up\/finish\?token=/);
    assert.equal(toNew?.text.includes('Ada'), false, 'what a stranger chose is not sent');
    assert.equal((await own.user('bob')).bearer !== undefined, true);
    const users = await (await own.moderator()).get('/admin/users?email=new@example.org');
    assert.deepEqual(users.json.users, [], 'nobody holds the address');
  });

  test('403: SIGN_UP=closed', async (t) => {
    const closed = await startServer(t, { SIGN_UP: 'closed' });
    assertRefused(await closed.anonymous.post(path, ada), 'forbidden');
    assert.equal((await (await closed.moderator()).get('/users')).status, 200, 'who is in stays in');
  });
});
