import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { getMigrations } from 'better-auth/db/migration';
import { type Accounts, openAccounts } from '../../src/accounts/accounts.ts';
import { accountsOptions } from '../../src/accounts/library.ts';
import { createModerator } from '../../src/accounts/moderators.ts';
import { tokenDigest } from '../../src/accounts/tokens.ts';
import { type Config, readConfig } from '../../src/config.ts';
import { findSession } from '../../src/store/rows/sessions.ts';
import { findUserByEmail, updateUserRow } from '../../src/store/rows/users.ts';
import { hours, minutes } from '../support/clock.ts';
import { openTestStore } from '../support/open-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { suite } from '../support/variants.ts';

const publicUrl = 'http://localhost';
const person = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada' };

const log = pino({ level: 'silent' });

const makeConfig = async (test: Parameters<typeof temporaryFolder>[0]): Promise<Config> =>
  readConfig({ DATA_DIR: await temporaryFolder(test) });

suite('accounts', () => {
  test('the library finds every table and column that it expects', async (t) => {
    const { store } = await openTestStore(t);
    const { toBeCreated, toBeAdded } = await getMigrations(
      accountsOptions(store, await makeConfig(t), publicUrl, log),
    );
    assert.deepEqual(toBeCreated, []);
    assert.deepEqual(toBeAdded, []);
  });

  test('a user reads the same on every engine: times as text, flags as 0 or 1', async (t) => {
    const { store } = await openTestStore(t);
    const accounts = openAccounts(store, await makeConfig(t), publicUrl, log);
    await createModerator(store, { actor: 'operator' }, person);
    const find = () => store.read.selectFrom('user').selectAll().executeTakeFirstOrThrow();
    const { createdAt, emailVerified, banned } = await find();
    assert.match(createdAt, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.deepEqual([emailVerified, banned], [1, 0]);
    const user = await findUserByEmail(store.read, person.email);
    assert.ok(user);
    await store.write({ actor: 'server' }, (tx) => updateUserRow(tx, { ...user, isBanned: true }));
    assert.equal((await find()).banned, 1);
    const reply = await accounts.request({
      method: 'POST',
      path: '/auth/sign-in/email',
      body: person,
      bearer: undefined,
      ip: '10.0.0.1',
    });
    assert.equal(reply.status, 403, 'the library reads the flag as well');
  });

  const signUp = async (accounts: Accounts): Promise<{ token: string; user: { id: string } }> => {
    const call = { method: 'POST', path: '/auth/sign-up/email', bearer: undefined, ip: '10.0.0.1' };
    const { body } = await accounts.request({ ...call, body: person });
    return body as Awaited<ReturnType<typeof signUp>>;
  };

  test('a session token names its user, and nothing else does', async (t) => {
    const { store } = await openTestStore(t);
    const accounts = openAccounts(store, await makeConfig(t), publicUrl, log);
    const { token, user } = await signUp(accounts);
    assert.equal((await accounts.findSession(token))?.user.id, user.id);
    for (const other of ['', 'unknown', `${token}x`, token.slice(1), user.id]) {
      assert.equal(await accounts.findSession(other), undefined, other);
    }
  });

  test('a session lasts 30 days from the last day on which it was used, and 90 at most', async (t) => {
    const { store } = await openTestStore(t);
    const accounts = openAccounts(store, await makeConfig(t), publicUrl, log);
    const { token, user } = await signUp(accounts);
    const daysFromNow = (days: number) => new Date(Date.now() + hours(24 * days));
    const endIn = async (days: number): Promise<void> => {
      const expiresAt = daysFromNow(days).toISOString();
      await store.write({ actor: 'server' }, ({ db }) =>
        db.updateTable('session').set({ expiresAt }).where('userId', '=', user.id).execute(),
      );
    };
    const begin = (at: Date) =>
      store.write({ actor: 'server' }, ({ db }) =>
        db
          .updateTable('session')
          .set({ createdAt: at.toISOString() })
          .where('userId', '=', user.id)
          .execute(),
      );
    for (const [daysLeft, daysLeftAfterUse] of [
      [29.5, 29.5],
      [28.5, 30],
      [0.1, 30],
    ] as const) {
      await endIn(daysLeft);
      assert.equal((await accounts.findSession(token))?.user.id, user.id);
      const ends = Number((await findSession(store.read, tokenDigest(token)))?.expiresAt);
      assert.ok(Math.abs(ends - Number(daysFromNow(daysLeftAfterUse))) < minutes(5), `${daysLeft} days left`);
    }
    await begin(daysFromNow(-89.9));
    assert.equal((await accounts.findSession(token))?.user.id, user.id);
    await begin(daysFromNow(-90.1));
    assert.equal(await accounts.findSession(token), undefined, 'too old, however often it is used');
    await begin(new Date());
    await endIn(-0.1);
    assert.equal(await accounts.findSession(token), undefined, 'over');
  });
});
