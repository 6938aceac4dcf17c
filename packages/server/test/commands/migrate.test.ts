import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { openEngine } from '../../src/store/engines/open-engine.ts';
import { steps } from '../../src/store/migrations/index.ts';
import { temporaryData } from '../support/make-data.ts';
import { runCommand } from '../support/run-command.ts';
import { runCommandHere } from '../support/run-command-here.ts';
import { until } from '../support/until.ts';
import { suiteOnBoth, suiteOnPostgres } from '../support/variants.ts';

/** That of the library that migrates: https://github.com/kysely-org/kysely, in the adapter of PostgreSQL. */
const migrationLock = 3_853_314_791_062_309_107n;

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

suiteOnPostgres('npm run migrate, of PostgreSQL', () => {
  test('a connection that is cut during the migration is a database that cannot be reached', async (t) => {
    const environment = await temporaryData(t);
    const url = environment['DATABASE_URL'] ?? '';
    const engine = openEngine(url, { connections: 1, onFailure: () => undefined });
    t.after(() => engine.close());
    const ended = await engine.migrator.connection().execute(async (db) => {
      await sql`select pg_advisory_lock(${sql.lit(migrationLock)})`.execute(db);
      const command = runCommandHere(['migrate'], environment);
      await until(async () => {
        const waiting = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`.execute(db);
        return waiting.rows.length > 0;
      });
      await sql`select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(db);
      const result = await command;
      await sql`select pg_advisory_unlock_all()`.execute(db);
      return result;
    });
    assert.equal(ended.code, 1);
    assert.match(ended.stderr, /^patchbay: DATABASE_URL cannot be reached: .*\.\n$/);
  });
});
