import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { openAccounts } from '../../src/accounts/accounts.ts';
import { type Person, createFirstModerator, createModerator } from '../../src/accounts/moderators.ts';
import { readConfig } from '../../src/config.ts';
import { setModerator } from '../../src/lifecycle/user.ts';
import { findChanges } from '../../src/store/log/changes.ts';
import { openEngine } from '../../src/store/engines/open-engine.ts';
import { openStore } from '../../src/store/open-store.ts';
import type { Store } from '../../src/store/store.ts';
import { findModerators, findUserByEmail } from '../../src/store/rows/users.ts';
import { openTestStore } from '../support/open-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { suite } from '../support/variants.ts';

const cause = { actor: 'server' };
const operator: Person = { email: 'ada@example.org', password: 'correct horse battery', name: 'Ada' };
const stranger: Person = { ...operator, email: 'ADA@Example.org', password: 'the password of a stranger' };

let addresses = 0;

const openEntrance = async (t: Parameters<typeof temporaryFolder>[0], store: Store) => {
  const config = readConfig({ DATA_DIR: await temporaryFolder(t) });
  const accounts = openAccounts(store, config, 'http://localhost', pino({ level: 'silent' }));
  // Each from an address of its own, since attempts are limited by address.
  const post = async (path: string, body: object): Promise<number> => {
    addresses += 1;
    const ip = `10.9.${addresses >> 8}.${addresses & 255}`;
    return (await accounts.request({ method: 'POST', path, body, bearer: undefined, ip })).status;
  };
  return {
    signUp: (person: Person) => post('/auth/sign-up/email', person),
    signIn: (person: Person) => post('/auth/sign-in/email', person),
  };
};

/** What the log says of moderators. */
const readLog = async ({ read }: Store) =>
  (await findChanges(read, { after: 0, limit: 100 })).map(({ actor, action, after }) => [
    actor,
    action,
    after,
  ]);

const isModerator = async ({ read }: Store, { email }: Person): Promise<boolean | undefined> =>
  (await findUserByEmail(read, email))?.isModerator;

suite('moderators', () => {
  test('creating makes a new account, which can sign in, and is in the log', async (t) => {
    const { store } = await openTestStore(t);
    const { signIn } = await openEntrance(t, store);
    const { outcome } = await createModerator(store, { actor: 'operator' }, operator);
    assert.equal(outcome, 'created');
    assert.equal(await isModerator(store, operator), true);
    assert.equal(await signIn(operator), 200);
    assert.deepEqual(await readLog(store), [['operator', 'user.created', { name: 'Ada', isAdmin: true }]]);
  });

  test('an account that is there stays as it is, no matter who made it', async (t) => {
    const { store } = await openTestStore(t);
    const { signUp, signIn } = await openEntrance(t, store);
    assert.equal(await signUp(stranger), 200);
    const log = await readLog(store);
    assert.equal((await createModerator(store, cause, operator)).outcome, 'taken');
    assert.equal((await createFirstModerator(store, cause, operator)).outcome, 'taken');
    assert.equal(await isModerator(store, operator), false);
    assert.deepEqual([await signIn(stranger), await signIn(operator)], [200, 401]);
    assert.deepEqual(await readLog(store), log);
  });

  test('a stranger who signs up with the address at the same moment is no moderator', async (t) => {
    const { store } = await openTestStore(t);
    const { signUp, signIn } = await openEntrance(t, store);
    for (let round = 0; round < 6; round += 1) {
      const email = `ada-${round}@example.org`;
      const [status, { outcome }] = await Promise.all([
        signUp({ ...stranger, email: email.toUpperCase() }),
        createModerator(store, cause, { ...operator, email }),
      ]);
      assert.deepEqual(
        [status === 200, outcome],
        [outcome === 'taken', status === 200 ? 'taken' : 'created'],
      );
      assert.equal(await isModerator(store, { ...operator, email }), outcome === 'created');
      const entered = await Promise.all([signIn({ ...stranger, email }), signIn({ ...operator, email })]);
      assert.deepEqual(entered, outcome === 'created' ? [401, 200] : [200, 401]);
    }
  });

  test('of processes that start at the same moment one makes the first moderator', async (t) => {
    const { store, url } = await openTestStore(t);
    const other = openStore(openEngine(url, { connections: 2 }), () => new Date());
    t.after(() => other.close());
    const people = [operator, stranger, { ...operator, email: 'bob@example.org' }, operator];
    const outcomes = await Promise.all(
      people.map((person, index) => createFirstModerator(index % 2 === 0 ? store : other, cause, person)),
    );
    assert.deepEqual(outcomes.map(({ outcome }) => outcome).toSorted(), [
      'created',
      'unneeded',
      'unneeded',
      'unneeded',
    ]);
    assert.equal((await findModerators(store.read, 10)).length, 1);
    assert.equal((await readLog(store)).length, 1);
  });

  test('where there is a moderator no start makes another or changes a role', async (t) => {
    const { store } = await openTestStore(t);
    const { signUp } = await openEntrance(t, store);
    await createModerator(store, cause, { ...operator, email: 'first@example.org' });
    await signUp(operator);
    const log = await readLog(store);
    for (const person of [operator, { ...operator, email: 'nobody@example.org' }]) {
      assert.deepEqual(await createFirstModerator(store, cause, person), { outcome: 'unneeded' });
    }
    assert.equal(await isModerator(store, operator), false);
    assert.deepEqual(await readLog(store), log);
  });

  test('who was demoted stays demoted, even as the only one there was', async (t) => {
    const { store } = await openTestStore(t);
    const created = await createFirstModerator(store, cause, operator);
    assert.ok(created.outcome === 'created');
    const { id } = created.user;
    await setModerator(store, { actor: 'operator' }, id, false);
    assert.equal((await createFirstModerator(store, cause, operator)).outcome, 'taken');
    assert.equal(await isModerator(store, operator), false);
    await setModerator(store, { actor: 'operator' }, id, true);
    await setModerator(store, { actor: 'operator' }, id, true);
    assert.equal(await setModerator(store, cause, 'nobody', true), undefined);
    assert.deepEqual((await readLog(store)).slice(1), [
      ['operator', 'user.moderated', { isAdmin: false }],
      ['operator', 'user.moderated', { isAdmin: true }],
    ]);
  });
});
