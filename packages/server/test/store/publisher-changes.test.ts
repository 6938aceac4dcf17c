import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { insertPublisher } from '../../src/store/rows/publishers.ts';
import { findPublisherChanges, selectPublisherChanges } from '../../src/store/log/publisher-changes.ts';
import { openTestStore } from '../support/open-store.ts';
import { tamper } from '../support/tamper.ts';
import { currentVariant, suiteOnBoth } from '../support/variants.ts';

const busyChanges = 2_000;

suiteOnBoth('changes of a publisher', () => {
  test('of a quiet publisher are read without those of others', async (t) => {
    const { store, url } = await openTestStore(t);
    await store.write({ actor: 'server' }, async (tx) => {
      for (const id of ['quiet', 'busy']) await insertPublisher(tx, id, {});
      await tx.append({ kind: 'publisher.created', about: { id: 'quiet' }, after: { id: 'quiet' } });
      await tx.append({ kind: 'publisher.created', about: { id: 'busy' }, after: { id: 'busy' } });
      const row = await tx.db
        .selectFrom('changes')
        .selectAll()
        .where('seq', '=', 2)
        .executeTakeFirstOrThrow();
      const rows = Array.from({ length: busyChanges }, (_, index) => ({ ...row, seq: index + 3 }));
      await tx.db.insertInto('changes').values(rows).execute();
    });
    const { changes, next } = await findPublisherChanges(store.read, 'quiet', {
      before: undefined,
      limit: 2,
    });
    assert.deepEqual([changes.map(({ seq }) => seq), next], [[1], undefined]);

    await tamper(url, sql`analyze`);
    const isSqlite = currentVariant().engine === 'sqlite';
    const plan = await selectPublisherChanges(store.read, 'quiet', busyChanges)
      .limit(50)
      .explain(undefined, isSqlite ? sql`query plan` : undefined);
    const text = JSON.stringify(plan);
    assert.match(text, /changes_publisher/);
    assert.doesNotMatch(text, /SCAN changes|Seq Scan on changes|TEMP B-TREE|Sort/);
  });
});
