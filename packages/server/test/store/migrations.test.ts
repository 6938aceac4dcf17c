import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { readConfig } from '../../src/config.ts';
import { openEngine } from '../../src/store/engines/open-engine.ts';
import { DatabaseTooNewError, migrate } from '../../src/store/migrations/index.ts';
import { temporaryData } from '../support/make-data.ts';
import { tamper } from '../support/tamper.ts';
import { currentVariant, suite } from '../support/variants.ts';

const steps = [
  '0001-accounts',
  '0002-registry',
  '0003-findings',
  '0004-catalogue',
  '0005-followers',
  '0006-declarations',
  '0007-search-places',
  '0008-jobs',
];

const emptyDatabase = async (test: Parameters<typeof temporaryData>[0]): Promise<string> =>
  readConfig(await temporaryData(test, { isEmpty: true })).DATABASE_URL;

/** Runs the migrations in a process of its own, as it were. */
const migrateAt = async (url: string): Promise<string[]> => {
  const engine = openEngine(url, { connections: 1 });
  try {
    return await migrate(engine);
  } finally {
    await engine.close();
  }
};

/** All that the database says of its tables, their columns and indexes. */
const schemaOf = (url: string): Promise<unknown[]> =>
  tamper(
    url,
    currentVariant().engine === 'sqlite'
      ? sql`select name, sql from sqlite_schema order by name`
      : sql`select table_name as name, column_name || ' ' || data_type || coalesce(collation_name, '') as sql
            from information_schema.columns where table_schema = 'public'
            union all select tablename, indexdef from pg_indexes where schemaname = 'public' order by 1, 2`,
  );

suite('migrations', () => {
  test('a fresh database takes every step in order, one that is up to date none', async (t) => {
    const url = await emptyDatabase(t);
    assert.deepEqual(await migrateAt(url), steps);
    const schema = await schemaOf(url);
    assert.deepEqual(await migrateAt(url), []);
    assert.deepEqual(await schemaOf(url), schema);
  });

  test('a database newer than the code is refused and left as it was', async (t) => {
    const url = await emptyDatabase(t);
    await migrateAt(url);
    await tamper(
      url,
      sql`insert into kysely_migration values ('9999-from-the-future', '2099-01-01T00:00:00Z')`,
    );
    const schema = await schemaOf(url);
    await assert.rejects(migrateAt(url), (error) => {
      assert.ok(error instanceof DatabaseTooNewError);
      assert.match(error.message, /9999-from-the-future/);
      return true;
    });
    assert.deepEqual(await schemaOf(url), schema);
  });

  test('a package that waited for its checks under an older version is still to be checked', async (t) => {
    const url = await emptyDatabase(t);
    await migrateAt(url);
    const at = '2026-01-01T00:00:00.000Z';
    await tamper(url, sql`delete from kysely_migration where name = '0008-jobs'`);
    await tamper(
      url,
      sql`insert into jobs (kind, subject, run_at, attempts)
          values ('check-package', 'one', ${at}, 2), ('check-package', 'asked-again', ${at}, 1),
                 ('receive-package', 'asked-again', ${at}, 0), ('extract-app-nodes', 'three', ${at}, 0)`,
    );
    assert.deepEqual(await migrateAt(url), ['0008-jobs']);
    const jobs = (await tamper(url, sql`select * from jobs order by subject`)) as Record<string, unknown>[];
    assert.deepEqual(
      jobs.map(({ kind, subject, attempts }) => [kind, subject, attempts]),
      [
        ['receive-package', 'asked-again', 0],
        ['receive-package', 'one', 2],
        ['extract-app-nodes', 'three', 0],
      ],
    );
  });

  test('a step that fails leaves nothing of itself', async (t) => {
    const url = await emptyDatabase(t);
    // The second step finds the name of its last table taken.
    await tamper(url, sql`create table jobs (other text)`);
    await assert.rejects(migrateAt(url), /could not be migrated/);
    const names = (await schemaOf(url)).map((row) => (row as { name: string }).name);
    assert.equal(names.includes('publishers'), false);
  });
});
