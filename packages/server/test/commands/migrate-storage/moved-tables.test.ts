import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movedTables } from '../../../src/commands/migrate-storage/moved-tables.ts';
import { openTestStore } from '../../support/open-store.ts';
import { suite } from '../../support/variants.ts';

suite('moved tables', () => {
  test('are all tables there are, but for an index that its engine keeps', async (t) => {
    const { store } = await openTestStore(t);
    const tables = await store.engine.migrator.introspection.getTables();
    const names = tables.map(({ name }) => name).filter((name) => !name.startsWith('search_index'));
    assert.deepEqual(movedTables.map(({ name }) => name).sort(), names.sort());
  });
});
