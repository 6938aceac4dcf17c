import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { primaryKeys } from '../../src/store/primary-keys.ts';
import { openTestStore } from '../support/open-store.ts';
import { currentVariant, suiteOnBoth } from '../support/variants.ts';

/** Every column of a primary key, in its order, as the database has it. */
const keyColumns = {
  sqlite: sql<{ table: string; column: string }>`
    select tables.name as "table", columns.name as "column"
    from sqlite_schema tables, pragma_table_info(tables.name) columns
    where tables.type = 'table' and columns.pk > 0 order by tables.name, columns.pk`,
  postgres: sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column"
    from information_schema.key_column_usage join information_schema.table_constraints using (constraint_name, table_name)
    where constraint_type = 'PRIMARY KEY' order by table_name, ordinal_position`,
};

/** Every table that refers to another, with that one. */
const references = {
  sqlite: sql<{ table: string; target: string }>`
    select tables.name as "table", keys."table" as target
    from sqlite_schema tables, pragma_foreign_key_list(tables.name) keys where tables.type = 'table'`,
  postgres: sql<{ table: string; target: string }>`
    select conrelid::regclass::text as "table", confrelid::regclass::text as target
    from pg_constraint where contype = 'f'`,
};

const unquoted = (name: string): string => name.replaceAll('"', '');

suiteOnBoth('primary keys', () => {
  const { engine } = currentVariant();

  test('are those of every table there is, but for what its engine keeps for itself', async (t) => {
    const { store } = await openTestStore(t);
    const tables = await store.engine.migrator.introspection.getTables();
    const names = tables
      .map(({ name }) => name)
      .filter((name) => !/^(?:search_index|rate_buckets)/.test(name));
    const { rows } = await keyColumns[engine].execute(store.engine.migrator);
    const columns = Map.groupBy(rows, ({ table }) => table);
    assert.deepEqual(
      primaryKeys,
      Object.fromEntries(names.map((name) => [name, columns.get(name)?.map(({ column }) => column) ?? []])),
      'A table that a migration makes needs its columns in store/tables.ts and its key in store/primary-keys.ts.',
    );
  });

  test('name a table before those that refer to it', async (t) => {
    const { store } = await openTestStore(t);
    const order = Object.keys(primaryKeys);
    const { rows } = await references[engine].execute(store.engine.migrator);
    assert.ok(rows.length > 5);
    const wrong = rows
      .map(({ table, target }) => [unquoted(table), unquoted(target)] as const)
      .filter(([table, target]) => order.indexOf(target) > order.indexOf(table));
    assert.deepEqual(wrong, []);
  });
});
