import assert from 'node:assert/strict';
import { type TestContext, suite as plainSuite, test } from 'node:test';
import { scryptHasher } from '../../src/accounts/password-hasher.ts';
import { findChanges } from '../../src/store/log/changes.ts';
import { insertPasskey } from '../../src/store/rows/passkeys.ts';
import { findUser } from '../../src/store/rows/users.ts';
import { addAuthenticator } from '../support/authenticator.ts';
import { assertRefused } from '../support/assert-refused.ts';
import { Client } from '../support/client.ts';
import { temporaryData } from '../support/make-data.ts';
import { signInWith } from '../support/external-sign-in.ts';
import { openIssuer } from '../support/open-issuer.ts';
import { runCommandHere } from '../support/run-command-here.ts';
import { readOutbox } from '../support/read-outbox.ts';
import { type CommandResult, runCommand } from '../support/run-command.ts';
import { startServerProcess } from '../support/server-process.ts';
import { startServer } from '../support/start-server.ts';
import { suite } from '../support/variants.ts';

const email = 'ada@example.org';
const password = 'correct horse battery';
const newPassword = 'a staple more correct';

const lostPasskey = {
  id: 'lost',
  credential_id: 'lost',
  public_key: '',
  counter: 0,
  name: 'Phone',
  last_used_at: null,
};

/** A server that hashes passwords as operators do, for one that the command line wrote. */
const operators = { hasher: scryptHasher };

interface Served {
  url: string;
}

/** A server, and the command line on its data. */
const open = async (
  t: TestContext,
  settings: Record<string, string> = {},
  parts: Parameters<typeof startServer>[2] = {},
) => {
  const server = await startServer(t, { ADMIN_EMAIL: '', ADMIN_PASSWORD: '', ...settings }, parts);
  const { DATA_DIR, DATABASE_URL } = server.server.context.config;
  return {
    server,
    admin: (args: readonly string[], input = '', more: Record<string, string> = {}) =>
      runCommandHere(['admin', ...args], { DATA_DIR, DATABASE_URL, ...settings, ...more }, input),
  };
};

const post = async ({ url }: Served, path: string, body: object) => new Client(url).post(path, body);

const enter = async (server: Served, path: 'sign-up' | 'sign-in', secret = password) => {
  const reply = await post(server, `/auth/${path}/email`, { name: 'Ada', email, password: secret });
  return { status: reply.status, client: new Client(server.url, reply.json.token ?? 'none') };
};

const idOf = async (client: Client): Promise<string> => (await client.get('/users')).json.id;

/** One line that says what was wrong, and nothing that looks like a stack. */
const assertRefusedWith = ({ code, stdout, stderr }: CommandResult, sentence: RegExp): void => {
  assert.equal(code, 1, stdout);
  assert.match(stderr, /^patchbay: .*\n$/);
  assert.match(stderr, sentence);
};

suite('npm run admin', () => {
  test('create makes a moderator who can sign in, also where sign-up is closed', async (t) => {
    const { server, admin } = await open(t, { SIGN_UP: 'closed' }, operators);
    const created = await admin(['create', '--email', email], `${password}\r\n`);
    assert.equal(created.code, 0, created.stderr);
    assert.match(created.stdout, /^Created the moderator ada@example\.org \(user [\da-f-]{36}\)\.\n$/);
    const { client } = await enter(server, 'sign-in');
    assert.equal((await client.get('/users')).json.isAdmin, true);

    const again = await admin(['create', '--email', email], '', { ADMIN_PASSWORD: newPassword });
    assertRefusedWith(again, /is a moderator already; nothing was changed/);
    assert.equal((await enter(server, 'sign-in')).status, 200, 'the password is as it was');
  });

  test('create refuses the address of somebody who signed up, in any case, and changes nothing', async (t) => {
    const { server, admin } = await open(t);
    const { client } = await enter(server, 'sign-up');
    const id = await idOf(client);
    for (const written of [email, 'ADA@Example.org']) {
      const refused = await admin(['create', '--email', written], `${newPassword}\n`);
      assertRefusedWith(refused, new RegExp(`nothing was changed.*promote --user ${id}`));
    }
    assert.equal((await client.get('/users')).json.isAdmin, false);
    assert.equal((await enter(server, 'sign-in', newPassword)).status, 401);
  });

  test('export-account prints what is known, and delete-account removes it', async (t) => {
    const { server, admin } = await open(t);
    const { client } = await enter(server, 'sign-up');
    const id = await idOf(client);
    const exported = await admin(['export-account', '--user', id]);
    assert.equal(JSON.parse(exported.stdout).account.email, email);
    await client.post('/publishers', { id: 'ada' });
    assertRefusedWith(await admin(['delete-account', '--user', id]), /last owner of "ada"/);
    await client.delete('/publishers/ada');
    const deleted = await admin(['delete-account', '--user', id]);
    assert.equal(deleted.stdout, `Deleted the account ${email} (user ${id}).\n`);
    assert.equal((await client.get('/users')).status, 401);
    assertRefusedWith(await admin(['delete-account', '--user', 'nobody']), /There is no user "nobody"/);
  });

  test('a deleted account is none for any command', async (t) => {
    const { server, admin } = await open(t);
    const { client } = await enter(server, 'sign-up');
    const id = await idOf(client);
    assert.equal((await client.delete('/users')).status, 204);
    const named = ['--user', id];
    for (const words of [
      ['promote'],
      ['demote'],
      ['verify-address'],
      ['export-account'],
      ['delete-account'],
    ]) {
      assertRefusedWith(await admin([...words, ...named]), /There is no user/);
    }
    assertRefusedWith(await admin(['reset-password', ...named], newPassword), /There is no user/);
    assertRefusedWith(await admin(['remove-second-factor', ...named]), /There is no user/);
    const identity = ['--issuer', 'https://id.example', '--subject', 'ada'];
    assertRefusedWith(await admin(['link-identity', ...named, ...identity]), /There is no user/);
    assertRefusedWith(await admin(['list', '--email', `${id}@deleted.invalid`]), /No account has/);
  });

  test('promote and demote name the user id, count at the next request, and are in the log', async (t) => {
    const { server, admin } = await open(t);
    const { client } = await enter(server, 'sign-up');
    const id = await idOf(client);
    const isModerator = async () => (await client.get('/users')).json.isAdmin;

    assertRefusedWith(await admin(['promote', '--email', email]), /--email.*promote --user <id>/);
    assertRefusedWith(await admin(['promote', '--user', email]), /There is no user .*list --email/);
    assert.equal(await isModerator(), false);
    assert.equal((await admin(['list'])).stdout, 'There is no moderator.\n');

    const promoted = await admin(['promote', '--user', id]);
    assert.equal(promoted.stdout, `${email} (user ${id}) is a moderator now.\n`, promoted.stderr);
    assert.equal(await isModerator(), true);
    const { changes } = (await client.get(`/admin/changes?subject=user:${id}`)).json;
    const { actor, action, before, after } = changes.at(-1);
    assert.deepEqual(
      [actor, action, before, after],
      ['operator', 'user.moderated', { isAdmin: false }, { isAdmin: true }],
    );

    const demoted = await admin(['demote', '--user', id]);
    assert.match(demoted.stdout, /is no moderator now\. The registry has no moderator left/, demoted.stderr);
    assert.equal(await isModerator(), false);
  });

  test('list shows the moderators, or the account with an address, without the name a stranger chose', async (t) => {
    const { server, admin } = await open(t);
    const name = 'Chosen by a stranger';
    const { json } = await post(server, '/auth/sign-up/email', { name, email, password });
    const line = (role: string) => new RegExp(`^${json.user.id}  ada@example\\.org  ${role}  since 20.*Z\n$`);
    assert.match((await admin(['list', '--email', 'Ada@Example.ORG'])).stdout, line('user'));
    await admin(['promote', '--user', json.user.id]);
    assert.match((await admin(['list'])).stdout, line('moderator'));
    assertRefusedWith(await admin(['list', '--email', 'bob@example.org']), /No account has the address/);
  });

  test('reset-password sets the password, ends every session of that user alone, and is in the log', async (t) => {
    const { server, admin } = await open(
      t,
      { ADMIN_EMAIL: 'moderator@example.org', ADMIN_PASSWORD: password },
      operators,
    );
    const first = (await enter(server, 'sign-up')).client;
    const second = (await enter(server, 'sign-in')).client;
    const id = await idOf(first);
    const session = await post(server, '/auth/sign-in/email', { email: 'moderator@example.org', password });
    const moderator = new Client(server.url, session.json.token);

    const reset = await admin(['reset-password', '--email', 'ADA@example.org'], `${newPassword}\n`);
    assert.equal(
      reset.stdout,
      `${email} (user ${id}) has the new password, and all their sessions ended.\n`,
      reset.stderr,
    );
    for (const ended of [first, second]) assertRefused(await ended.get('/users'), 'unauthenticated');
    assert.equal((await moderator.get('/users')).status, 200);
    assert.equal((await enter(server, 'sign-in')).status, 401);
    assert.equal((await enter(server, 'sign-in', newPassword)).status, 200);
    const log = await moderator.get(`/admin/changes?subject=user:${id}`);
    assert.deepEqual(
      [log.json.changes.at(-1).actor, log.json.changes.at(-1).action],
      ['operator', 'user.password-reset'],
    );
    assert.equal(log.text.includes(newPassword), false);

    const [told] = (await readOutbox(server, email)).slice(-1);
    assert.match(told?.text ?? '', /The operator of the registry set the password/);

    const byId = await admin(['reset-password', '--user', id], '', { NEW_PASSWORD: password });
    assert.equal(byId.code, 0, byId.stderr);
    assert.equal((await enter(server, 'sign-in')).status, 200);
  });

  test('verify-address verifies the address of an account, and is in the log', async (t) => {
    const { server, admin } = await open(t);
    const { client } = await enter(server, 'sign-up');
    const id = await idOf(client);
    const { read } = server.server.context.store;
    assert.equal((await findUser(read, id))?.isEmailVerified, false);
    const verified = await admin(['verify-address', '--user', id]);
    assert.equal(verified.stdout, `The address of ${email} (user ${id}) is verified.\n`, verified.stderr);
    assert.equal((await findUser(read, id))?.isEmailVerified, true);
    const [last] = (await findChanges(read, { after: 0, limit: 100 })).slice(-1);
    assert.deepEqual([last?.actor, last?.action], ['operator', 'user.email-verified']);
    assertRefusedWith(await admin(['verify-address', '--user', 'nobody']), /"nobody"/);
  });

  test('link-identity lets a person of the provider in, also where it is the only way to sign in', async (t) => {
    const issuer = await openIssuer(t);
    const { server, admin } = await open(t, { ...issuer.settings, SIGN_IN: 'oidc' });
    const created = await admin(['create', '--email', email], `${password}\n`);
    const id = /user ([\da-f-]{36})/.exec(created.stdout)?.[1] ?? '';
    issuer.person = { sub: 'ada at the provider', email, email_verified: true };
    assertRefused(await signInWith(issuer, server.anonymous), 'forbidden');
    const linked = await admin(['link-identity', '--email', email, '--subject', 'ada at the provider']);
    assert.match(
      linked.stdout,
      /^"ada at the provider" at http:\S+ signs in as ada@example\.org/,
      linked.stderr,
    );
    assert.match(
      (await readOutbox(server, email)).at(-1)?.text ?? '',
      /identity at the external provider was linked/,
    );
    const { token } = (await signInWith(issuer, server.anonymous)).json;
    const client = new Client(server.url, token);
    assert.equal(await idOf(client), id);
    assert.equal((await client.get('/users')).json.isAdmin, true);

    const reset = await admin(['reset-password', '--user', id], `${newPassword}\n`);
    assert.equal(reset.code, 0, reset.stderr);
    assertRefused(await client.get('/users'), 'unauthenticated');

    issuer.person = { sub: 'bob' };
    const bob = (await signInWith(issuer, server.anonymous)).json.user.id;
    const taken = await admin(['link-identity', '--user', id, '--subject', 'bob']);
    assertRefusedWith(taken, /belongs to another account/);
    const second = await admin(['link-identity', '--user', bob, '--subject', 'another bob']);
    assertRefusedWith(second, /has another identity/);
    const noIssuer = await admin(['link-identity', '--user', id, '--subject', 'x'], '', { OIDC_ISSUER: '' });
    assertRefusedWith(noIssuer, /Give the URL of the provider/);
  });

  test('remove-second-factor lets the password sign in alone, ends every session, and is in the log', async (t) => {
    const { server, admin } = await open(t, {
      ADMIN_EMAIL: 'moderator@example.org',
      ADMIN_PASSWORD: password,
    });
    const { client } = await enter(server, 'sign-up');
    const id = await idOf(client);
    const none = await admin(['remove-second-factor', '--user', id]);
    assert.match(none.stdout, /has no second factor\./);
    await addAuthenticator(server, client);
    const removed = await admin(['remove-second-factor', '--email', 'ADA@example.org']);
    assert.equal(
      removed.stdout,
      `${email} (user ${id}) has no second factor now, and all their sessions ended.\n`,
      removed.stderr,
    );
    assertRefused(await client.get('/users'), 'unauthenticated');
    assert.equal((await (await enter(server, 'sign-in')).client.get('/users')).status, 200);
    const session = await post(server, '/auth/sign-in/email', { email: 'moderator@example.org', password });
    const log = await new Client(server.url, session.json.token).get(`/admin/changes?subject=user:${id}`);
    assert.deepEqual(
      log.json.changes.map(({ actor, action }: { actor: string; action: string }) => [actor, action]).at(-1),
      ['operator', 'user.factor-removed'],
    );
    await server.server.context.store.write({ actor: 'server' }, (tx) =>
      insertPasskey(tx, { ...lostPasskey, user_id: id, created_at: tx.now }),
    );
    const half = await post(server, '/auth/sign-in/email', { email, password });
    assert.equal(half.json.second_factor, true);
    await admin(['remove-second-factor', '--user', id]);
    const whole = await post(server, '/auth/sign-in/email', { email, password });
    assert.equal(whole.json.second_factor, undefined, 'the passkeys are gone, too');
    assertRefusedWith(await admin(['remove-second-factor', '--user', 'nobody']), /"nobody/);
  });

  test('reset-password refuses a user who is not there', async (t) => {
    const environment = await temporaryData(t);
    for (const args of [
      ['--user', 'nobody'],
      ['--email', 'nobody@example.org'],
    ]) {
      const reset = await runCommandHere(['admin', 'reset-password', ...args], environment, `${password}\n`);
      assertRefusedWith(reset, /"nobody/);
    }
  });
});

suite('npm run admin in a process of its own', () => {
  test('takes the password from standard input, and a running server goes by what it wrote', async (t) => {
    const environment = { ...(await temporaryData(t)), SIGN_UP: 'closed' };
    const server = await startServerProcess(environment);
    t.after(async () => void (await server.end('SIGTERM')));
    const admin = (args: readonly string[], input = '') => runCommand('admin', args, environment, input);
    const created = await admin(['create', '--email', email], `${password}\r\n`);
    assert.equal(created.code, 0, created.stderr);
    const { client } = await enter(server, 'sign-in');
    const isModerator = async () => (await client.get('/users')).json.isAdmin;
    assert.equal(await isModerator(), true);
    const demoted = await admin(['demote', '--user', await idOf(client)]);
    assert.equal(demoted.code, 0, demoted.stderr);
    assert.equal(await isModerator(), false);
    assertRefusedWith(await admin(['create', '--email', email], `${password}\n`), /nothing was changed/);
  });
});

plainSuite('npm run admin', () => {
  test('what cannot be understood is said in one line', async (t) => {
    const environment = await temporaryData(t);
    const attempts = [
      [
        ['constructor'],
        '',
        /^patchbay: There is no such command\. Usage: npm run admin -- create .*; npm run admin -- promote/,
      ],
      [['create'], '', /Usage: npm run admin -- create --email/],
      [['create', '--email', email, '--colour', 'red'], '', /--colour.*Usage: npm run admin -- create/],
      [['create', '--email', email], 'short\n', /The password must be 12 to 128 characters long/],
      [['create', '--email', email], 'p'.repeat(5_000), /The password must be 12 to 128 characters long/],
      [['create', '--email', 'root@localhost'], `${password}\n`, /--email must be an e-mail address/],
      [['reset-password', '--user', 'id', '--email', email], '', /Usage: npm run admin -- reset-password/],
      [['reset-password', '--email', email, password], '', /Usage: npm run admin -- reset-password/],
    ] as const;
    for (const [args, input, sentence] of attempts) {
      const result = await runCommandHere(['admin', ...args], environment, input);
      assertRefusedWith(result, sentence);
      assert.equal(result.stderr.includes(password), false, 'a password is not repeated');
    }
  });
});
