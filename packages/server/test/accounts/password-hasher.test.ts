import assert from 'node:assert/strict';
import { scryptSync } from 'node:crypto';
import { suite, test } from 'node:test';
import { pino } from 'pino';
import { openAccounts } from '../../src/accounts/accounts.ts';
import { BoundedHasher, passwordsAtOnce, scryptHasher } from '../../src/accounts/password-hasher.ts';
import { readConfig } from '../../src/config.ts';
import { openTestStore } from '../support/open-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const password = 'correct horse battery';
/** The library’s own parameters: they may grow, and must not shrink. */
const cost = { N: 2 ** 14, r: 16, p: 1, maxmem: 64 * 2 ** 20 };

suite('passwords, unless a test hands in another hasher', () => {
  test('are kept as scrypt at its full cost, each with a salt of its own', async (t) => {
    const { store } = await openTestStore(t);
    const config = readConfig({ DATA_DIR: await temporaryFolder(t) });
    const accounts = openAccounts(store, config, 'http://localhost', pino({ level: 'silent' }));
    for (const name of ['ada', 'bob']) {
      const { status } = await accounts.request({
        method: 'POST',
        path: '/auth/sign-up/email',
        body: { name, email: `${name}@example.org`, password },
        bearer: undefined,
        ip: '10.0.0.1',
      });
      assert.equal(status, 200);
    }
    const rows = await store.read.selectFrom('account').select('password').execute();
    const salts = rows.map(({ password: kept }) => {
      const [salt = '', key] = (kept ?? '').split(':');
      assert.equal(key, scryptSync(password, salt, 64, cost).toString('hex'));
      return salt;
    });
    assert.equal(new Set(salts).size, 2);
  });

  test('are told from others', async () => {
    const hash = await scryptHasher.hash(password);
    assert.equal(await scryptHasher.verify({ hash, password }), true);
    assert.equal(await scryptHasher.verify({ hash, password: `${password}!` }), false);
  });

  test('are hashed a few at a time, and those who wait come in their order, also after a failure', async () => {
    let running = 0;
    let most = 0;
    const order: string[] = [];
    const slow = async (word: string): Promise<string> => {
      running += 1;
      most = Math.max(most, running);
      await new Promise(setImmediate);
      running -= 1;
      order.push(word);
      if (word === 'bad') throw new Error('bad');
      return word;
    };
    const hasher = new BoundedHasher({ hash: slow, verify: async ({ hash }) => (await slow(hash)) === hash });
    const words = ['a', 'bad', 'c', 'd', 'e'];
    const hashed = await Promise.allSettled(
      words.map((word, index) =>
        index % 2 === 0 ? hasher.hash(word) : hasher.verify({ hash: word, password }),
      ),
    );
    assert.deepEqual([most, order], [passwordsAtOnce, words]);
    assert.equal(hashed.filter(({ status }) => status === 'rejected').length, 1);
    assert.equal(await hasher.hash('again'), 'again');
  });
});
