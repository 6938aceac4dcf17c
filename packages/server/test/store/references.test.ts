import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { references } from '../../src/store/references.ts';
import { openTestStore } from '../support/open-store.ts';
import { currentVariant, suiteOnBoth } from '../support/variants.ts';

/** Every column that the database lets refer to another table alone. */
const enforced = {
  sqlite: sql<{ reference: string }>`
    select tables.name || '.' || keys."from" || ' -> ' || keys."table" || '.' || keys."to" as reference
    from sqlite_schema tables, pragma_foreign_key_list(tables.name) keys where tables.type = 'table'`,
  postgres: sql<{ reference: string }>`
    select own.relname || '.' || own_column.attname || ' -> ' || other.relname || '.' || other_column.attname as reference
    from pg_constraint
    join pg_class own on own.oid = conrelid join pg_class other on other.oid = confrelid
    join pg_attribute own_column on own_column.attrelid = conrelid and own_column.attnum = conkey[1]
    join pg_attribute other_column on other_column.attrelid = confrelid and other_column.attnum = confkey[1]
    where contype = 'f'`,
};

suiteOnBoth('references', () => {
  test('are at least those that the database enforces', async (t) => {
    const { store } = await openTestStore(t);
    const { rows } = await enforced[currentVariant().engine].execute(store.engine.migrator);
    const known = new Set<string>(references.map(({ from, to }) => `${from.join('.')} -> ${to.join('.')}`));
    assert.ok(rows.length > 5);
    assert.deepEqual(
      rows.map(({ reference }) => reference).filter((reference) => !known.has(reference)),
      [],
      'The doctor looks for broken references by store/references.ts: add them there.',
    );
  });
});
