import assert from 'node:assert/strict';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { openSqlite } from '../../src/store/engines/sqlite.ts';
import { DatabaseTooNewError, migrate } from '../../src/store/migrations/index.ts';
import { makeFolder } from '../support/open-store.ts';

const steps = ['0001-accounts', '0002-registry', '0003-findings', '0004-catalogue'];

/** Runs the migrations on a database in a process of its own, as it were. */
const migrateFile = async (path: string): Promise<string[]> => {
  const engine = openSqlite(path);
  try {
    return await migrate(engine);
  } finally {
    await engine.close();
  }
};

/** All that the database says of its tables and indexes. */
const schemaOf = (path: string): unknown[] => {
  const database = new DatabaseSync(path, { readOnly: true });
  const rows = database.prepare('select type, name, sql from sqlite_schema order by name').all();
  database.close();
  return rows;
};

suite('migrations', () => {
  test('a fresh database takes every step in order, one that is up to date none', async (t) => {
    const path = join(await makeFolder(t), 'registry.db');
    assert.deepEqual(await migrateFile(path), steps);
    const schema = schemaOf(path);
    assert.deepEqual(await migrateFile(path), []);
    assert.deepEqual(schemaOf(path), schema);
  });

  test('a database newer than the code is refused and left as it was', async (t) => {
    const path = join(await makeFolder(t), 'registry.db');
    await migrateFile(path);
    const database = new DatabaseSync(path);
    database.exec("insert into kysely_migration values ('9999-from-the-future', '2099-01-01T00:00:00Z')");
    database.close();
    const schema = schemaOf(path);
    await assert.rejects(migrateFile(path), (error) => {
      assert.ok(error instanceof DatabaseTooNewError);
      assert.match(error.message, /9999-from-the-future/);
      return true;
    });
    assert.deepEqual(schemaOf(path), schema);
  });

  test('a step that fails leaves nothing of itself', async (t) => {
    const path = join(await makeFolder(t), 'registry.db');
    const database = new DatabaseSync(path);
    // The second step finds the name of its last table taken.
    database.exec('create table jobs (other text)');
    database.close();
    await assert.rejects(migrateFile(path), /could not be migrated/);
    const names = schemaOf(path).map((row) => (row as { name: string }).name);
    assert.equal(names.includes('publishers'), false);
  });
});
