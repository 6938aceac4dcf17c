import assert from 'node:assert/strict';
import { test } from 'node:test';
import { betterAuth } from 'better-auth';
import { sql } from 'kysely';
import { pino } from 'pino';
import { accountsOptions } from '../../src/accounts/library.ts';
import { movedTables } from '../../src/commands/migrate-storage/moved-tables.ts';
import { readConfig } from '../../src/config.ts';
import type { Store } from '../../src/store/store.ts';
import { assertRefused } from '../support/assert-refused.ts';
import { Client } from '../support/client.ts';
import { openTestStore } from '../support/open-store.ts';
import { startServer } from '../support/start-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { suite } from '../support/variants.ts';

const email = 'ada@example.org';
const password = 'correct horse battery';
const newPassword = 'a staple more correct';

/** Every row of every table, as text. */
const readEverything = async ({ engine }: Store): Promise<string> => {
  const tables = await Promise.all(
    movedTables.map(
      async ({ name }) => (await sql`select * from ${sql.table(name)}`.execute(engine.migrator)).rows,
    ),
  );
  return JSON.stringify(tables);
};

suite('secrets at rest', () => {
  test('no table holds a session token or a password', async (t) => {
    const server = await startServer(t);
    const { store } = server.server.context;
    const send = async (path: string, body: object, bearer?: string): Promise<string> => {
      const reply = await new Client(server.url, bearer).post(path, body);
      assert.equal(reply.status, 200, reply.text);
      return String(reply.json.token);
    };
    const signedUp = await send('/auth/sign-up/email', { name: 'Ada', email, password });
    const signedIn = await send('/auth/sign-in/email', { email, password });
    const rows = await readEverything(store);
    assert.ok(rows.includes(email));
    for (const secret of [signedUp, signedIn, password]) assert.equal(rows.includes(secret), false, secret);

    const change = { currentPassword: password, newPassword, revokeOtherSessions: true };
    const renewed = await send('/auth/change-password', change, signedIn);
    const changed = await readEverything(store);
    for (const secret of [renewed, newPassword]) assert.equal(changed.includes(secret), false, secret);
    assert.equal((await new Client(server.url, renewed).get('/users')).status, 200);
    for (const ended of [signedUp, signedIn]) {
      assertRefused(await new Client(server.url, ended).get('/users'), 'unauthenticated');
    }
  });

  test('who reads the database has no Bearer', async (t) => {
    const server = await startServer(t);
    await server.user('ada');
    const { store } = server.server.context;
    const sessions = await store.read.selectFrom('session').selectAll().execute();
    assert.equal(sessions.length, 1);
    for (const { id, token } of sessions) {
      for (const stolen of [id, token]) {
        const thief = new Client(server.url, stolen);
        assertRefused(await thief.get('/users'), 'unauthenticated');
        assertRefused(await thief.get('/auth/get-session'), 'unauthenticated');
        assertRefused(await thief.post('/auth/sign-out'), 'unauthenticated');
      }
    }
    assert.equal((await (await server.user('ada')).get('/users')).status, 200);
  });

  test('what proves an address is stored as a digest', async (t) => {
    const { store } = await openTestStore(t);
    const config = readConfig({ DATA_DIR: await temporaryFolder(t) });
    const log = pino({ level: 'silent' });
    const { internalAdapter } = await betterAuth(accountsOptions(store, config, 'http://localhost', log))
      .$context;
    const identifier = 'reset-password:a-secret-of-one-person';
    const expiresAt = new Date(Date.now() + 60_000);
    await internalAdapter.createVerificationValue({ identifier, value: 'ada', expiresAt });
    assert.equal((await internalAdapter.findVerificationValue(identifier))?.value, 'ada');
    assert.equal((await readEverything(store)).includes('a-secret-of-one-person'), false);
  });
});
