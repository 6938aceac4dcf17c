import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDoc } from '../docs/repository.ts';
import { dumpSchema } from '../support/dump-schema.ts';
import { openTestStore } from '../support/open-store.ts';
import { currentVariant, suiteOnBoth } from '../support/variants.ts';

suiteOnBoth('the schema that is checked in', () => {
  test('is the one that the migrations make', async (t) => {
    const { store } = await openTestStore(t);
    assert.equal(
      await dumpSchema(store.engine),
      readDoc(`packages/server/src/store/schema/${currentVariant().engine}.sql`),
      'Run "npm run generate" and look at what the migration changes.',
    );
  });
});
