import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { runCommand } from '../support/run-command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

suite('npm run migrate', () => {
  test('brings an empty folder up to date, and then has nothing to do', async (t) => {
    const environment = { DATA_DIR: await temporaryFolder(t) };
    const first = await runCommand('migrate', [], environment);
    assert.deepEqual(
      [first.code, first.stdout],
      [0, 'Migrated: 0001-accounts, 0002-registry, 0003-findings, 0005-followers.\n'],
      first.stderr,
    );
    assert.equal((await runCommand('migrate', [], environment)).stdout, 'The database is up to date.\n');
  });
});
