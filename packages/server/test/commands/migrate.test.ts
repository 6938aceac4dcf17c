import assert from 'node:assert/strict';
import { test } from 'node:test';
import { steps } from '../../src/store/migrations/index.ts';
import { temporaryData } from '../support/make-data.ts';
import { runCommand } from '../support/run-command.ts';
import { runCommandHere } from '../support/run-command-here.ts';
import { suiteOnBoth } from '../support/variants.ts';

const allSteps = `Migrated: ${Object.keys(steps).join(', ')}.\n`;

suiteOnBoth('npm run migrate', () => {
  test('brings an empty folder up to date, and then has nothing to do', async (t) => {
    const environment = await temporaryData(t, { isEmpty: true });
    const first = await runCommand('migrate', [], environment);
    assert.deepEqual([first.code, first.stdout], [0, allSteps], first.stderr);
    assert.equal((await runCommand('migrate', [], environment)).stdout, 'The database is up to date.\n');
  });

  test('a database that cannot be reached or opened is one line that names its setting', async (t) => {
    const { DATA_DIR } = await temporaryData(t, { isEmpty: true });
    for (const [DATABASE_URL, sentence] of [
      [
        'postgres://nobody@127.0.0.1:9/none',
        /^patchbay: DATABASE_URL cannot be reached: connect ECONN.*\.\n$/,
      ],
      ['sqlite:/proc/nowhere/x', /^patchbay: DATABASE_URL cannot be opened: ENOENT.*\.\n$/],
    ] as const) {
      const { code, stderr } = await runCommandHere(['migrate'], { DATA_DIR, DATABASE_URL });
      assert.equal(code, 1);
      assert.match(stderr, sentence);
    }
  });

  test('of several that run at once one takes the steps', async (t) => {
    const environment = await temporaryData(t, { isEmpty: true });
    const results = await Promise.all([1, 2, 3].map(() => runCommand('migrate', [], environment)));
    assert.deepEqual(results.map(({ stdout }) => stdout).sort(), [
      allSteps,
      'The database is up to date.\n',
      'The database is up to date.\n',
    ]);
  });
});
