import assert from 'node:assert/strict';
import { test } from 'node:test';
import { temporaryData } from '../support/make-data.ts';
import { runCommand } from '../support/run-command.ts';
import { suite } from '../support/variants.ts';

suite('npm run migrate', () => {
  test('brings an empty folder up to date, and then has nothing to do', async (t) => {
    const environment = await temporaryData(t, { isEmpty: true });
    const first = await runCommand('migrate', [], environment);
    assert.deepEqual(
      [first.code, first.stdout],
      [
        0,
        'Migrated: 0001-accounts, 0002-registry, 0003-findings, 0004-catalogue, 0005-followers, 0006-declarations, 0007-search-places, 0008-jobs.\n',
      ],
      first.stderr,
    );
    assert.equal((await runCommand('migrate', [], environment)).stdout, 'The database is up to date.\n');
  });

  test('of several that run at once one takes the steps', async (t) => {
    const environment = await temporaryData(t, { isEmpty: true });
    const results = await Promise.all([1, 2, 3].map(() => runCommand('migrate', [], environment)));
    assert.deepEqual(results.map(({ stdout }) => stdout).sort(), [
      'Migrated: 0001-accounts, 0002-registry, 0003-findings, 0004-catalogue, 0005-followers, 0006-declarations, 0007-search-places, 0008-jobs.\n',
      'The database is up to date.\n',
      'The database is up to date.\n',
    ]);
  });
});
