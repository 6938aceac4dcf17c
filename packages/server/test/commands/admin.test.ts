import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from '../support/client.ts';
import { temporaryData } from '../support/make-data.ts';
import { runCommand } from '../support/run-command.ts';
import { startServerProcess } from '../support/server-process.ts';
import { suite } from '../support/variants.ts';

const email = 'ada@example.org';
const password = 'correct horse battery';

suite('npm run admin', () => {
  test('create makes a moderator who can sign in, also where sign-up is closed, and again changes nothing', async (t) => {
    const environment = { ...(await temporaryData(t)), SIGN_UP: 'closed' };
    const created = await runCommand('admin', ['create', '--email', email], environment, `${password}\n`);
    assert.deepEqual(
      [created.code, created.stdout],
      [0, `Created the moderator ${email}.\n`],
      created.stderr,
    );
    const again = await runCommand('admin', ['create', '--email', email], {
      ...environment,
      ADMIN_PASSWORD: 'another password',
    });
    assert.equal(again.stdout, `${email} is a moderator already.\n`, again.stderr);
    const server = await startServerProcess(environment);
    t.after(() => server.end('SIGTERM'));
    const session = await new Client(server.url).post('/auth/sign-in/email', { email, password });
    assert.equal((await new Client(server.url, session.json.token).get('/users')).json.isAdmin, true);
  });

  test('create makes a moderator of somebody who signed up', async (t) => {
    const environment = await temporaryData(t);
    const server = await startServerProcess(environment);
    t.after(() => server.end('SIGTERM'));
    const session = await new Client(server.url).post('/auth/sign-up/email', {
      name: 'Ada',
      email,
      password,
    });
    const promoted = await runCommand('admin', ['create', '--email', email], environment, `${password}\n`);
    assert.match(promoted.stdout, /is a moderator now/, promoted.stderr);
    const ada = new Client(server.url, session.json.token);
    assert.equal((await ada.get('/users')).json.isAdmin, true, 'at the very next request');
  });

  test('what cannot be done is said in one line', async (t) => {
    const environment = await temporaryData(t);
    for (const [args, input] of [
      [[], ''],
      [['create'], ''],
      [['create', '--email', email, '--colour', 'red'], ''],
      [['create', '--email', email], 'short\n'],
    ] as const) {
      const result = await runCommand('admin', args, environment, input);
      assert.equal(result.code, 1);
      assert.match(result.stderr, /^patchbay: .*\n$/, result.stderr);
    }
  });
});
