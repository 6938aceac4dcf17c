import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { insertPublisher } from '../../src/store/rows/publishers.ts';
import { findPublisherChanges, selectPublisherChanges } from '../../src/store/log/publisher-changes.ts';
import { emptyDatabase, migrateAt, migrateBefore } from '../support/migrate-database.ts';
import { openTestStore } from '../support/open-store.ts';
import { tamper } from '../support/tamper.ts';
import { currentVariant, suite } from '../support/variants.ts';

const busyChanges = 2_000;

suite('changes of a publisher', () => {
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

  test('of before have the publisher that has their node or their token, as far as members may see them', async (t) => {
    const url = await emptyDatabase(t);
    await migrateBefore(url, '0029-changes-of-publishers');
    await tamper(
      url,
      sql`insert into publishers (id, profile_json, status, created_at) values ('ada', '{}', 'PublisherStatusActive', '')`,
    );
    await tamper(
      url,
      sql`insert into nodes (key, id, publisher_id, package_folder, metadata_json, moderation_json, status, created_at, updated_at, ordinal)
          values ('one', 'One', 'ada', 'ada', '{}', '{}', 'NodeStatusActive', '', '', 1)`,
    );
    await tamper(
      url,
      sql`insert into tokens (id, publisher_id, sha256, masked, request_json, created_at)
          values ('t1', 'ada', '1', '', '{}', '')`,
    );
    await tamper(
      url,
      sql`insert into changes (seq, at, actor, action, subject, node_key)
          values (1, '', 'server', 'node.created', 'node:one', 'one'),
                 (2, '', 'server', 'package.stored', 'version:v1', 'one'),
                 (3, '', 'server', 'node.reviewed', 'node:one', 'one'),
                 (4, '', 'server', 'token.created', 'token:t1', null),
                 (5, '', 'server', 'publisher.created', 'publisher:ada', null),
                 (6, '', 'server', 'publisher.created', 'publisher:gone', null),
                 (7, '', 'server', 'user.created', 'user:u1', null)`,
    );
    await migrateAt(url);
    const rows = (await tamper(url, sql`select publisher_id from changes order by seq`)) as {
      publisher_id: string | null;
    }[];
    assert.deepEqual(
      rows.map(({ publisher_id: id }) => id),
      ['ada', 'ada', null, 'ada', 'ada', 'gone', null],
    );
  });
});
