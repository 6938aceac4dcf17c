import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { DatabaseTooNewError, DatabaseTooOldError, steps } from '../../src/store/migrations/index.ts';
import { emptyDatabase, migrateAt } from '../support/migrate-database.ts';
import { tamper } from '../support/tamper.ts';
import { currentVariant, suiteOnBoth } from '../support/variants.ts';

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

suiteOnBoth('migrations', () => {
  test('a fresh database takes every step in order, one that is up to date none', async (t) => {
    const url = await emptyDatabase(t);
    assert.deepEqual(await migrateAt(url), Object.keys(steps));
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

  test('a database from before the oldest supported version is refused and left as it was', async (t) => {
    const url = await emptyDatabase(t);
    await migrateAt(url);
    await tamper(url, sql`delete from kysely_migration where name >= '0032'`);
    const schema = await schemaOf(url);
    await assert.rejects(migrateAt(url), (error) => {
      assert.ok(error instanceof DatabaseTooOldError);
      assert.match(error.message, /run "npm run migrate" of commit/);
      return true;
    });
    assert.deepEqual(await schemaOf(url), schema);
  });

  test('a step that fails leaves nothing of itself', async (t) => {
    const url = await emptyDatabase(t);
    await tamper(url, sql`create table jobs (other text)`);
    await assert.rejects(migrateAt(url), /could not be migrated/);
    const names = (await schemaOf(url)).map((row) => (row as { name: string }).name);
    assert.equal(names.includes('publishers'), false);
  });
});
