import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { type SqlBool, sql } from 'kysely';
import { setImmediate } from 'node:timers/promises';
import { longRead } from '../../../src/store/long-read.ts';
import { openTestStore } from '../../support/open-store.ts';

suite('sqlite', () => {
  test('the log is written ahead, and foreign keys hold', async (t) => {
    const { store } = await openTestStore(t);
    const pragma = async (name: string): Promise<unknown> => {
      const { rows } = await sql<Record<string, unknown>>`pragma ${sql.raw(name)}`.execute(
        store.engine.writer,
      );
      return Object.values(rows[0] ?? {})[0];
    };
    assert.equal(await pragma('journal_mode'), 'wal');
    assert.equal(await pragma('synchronous'), 1);
    assert.equal(await pragma('foreign_keys'), 1);
  });

  test('a write waits for another process and does not fail as busy', async (t) => {
    const { store, url } = await openTestStore(t);
    const other = new DatabaseSync(url.replace('sqlite:', ''));
    t.after(() => other.close());
    other.exec(
      "begin immediate; insert into changes (seq, at, actor, action, subject) values (1, '', '', '', ''); commit",
    );
    await store.write({ actor: 'server' }, (tx) =>
      tx.append({ kind: 'publisher.deleted', about: { id: 'other-process' } }),
    );
    const { seq } = await store.read
      .selectFrom('changes')
      .select('seq')
      .where('action', '=', 'publisher.deleted')
      .executeTakeFirstOrThrow();
    assert.equal(seq, 2);
  });

  test('a long read sees one moment, and keeps no other read from what is newer', async (t) => {
    const { store, url } = await openTestStore(t);
    const other = new DatabaseSync(url.replace('sqlite:', ''));
    t.after(() => other.close());
    const count = 400;
    const text = 'x'.repeat(8_000);
    const insert = other.prepare(
      "insert into publishers (id, profile_json, status, created_at) values (?, ?, 'PublisherStatusActive', '')",
    );
    for (let index = 0; index < count; index += 1) insert.run(`p-${index}`, `0 ${text}`);
    const publishers = store.read.selectFrom('publishers').select('profile_json').orderBy('id');
    const moments = (rows: readonly { profile_json: string }[]) =>
      new Set(rows.map(({ profile_json }) => profile_json.split(' ')[0]));

    const progress = { isRead: false };
    const reading = longRead(publishers)
      .execute()
      .finally(() => (progress.isRead = true));
    let moment = 0;
    while (!progress.isRead) {
      moment += 1;
      other.exec(`update publishers set profile_json = '${moment} ' || substr(profile_json, 3)`);
      assert.deepEqual([...moments(await publishers.limit(1).execute())], [String(moment)]);
      await setImmediate();
    }
    const rows = await reading;
    assert.equal(rows.length, count);
    assert.equal(moments(rows).size, 1);
    assert.deepEqual([...moments(await longRead(publishers).execute())], [String(moment)]);
  });

  test('long reads beyond those that are made at once wait, and a failed one holds up none', async (t) => {
    const { store } = await openTestStore(t);
    const numbers = sql<{ number: number }>`(
      with recursive numbers (number) as (select 1 union all select number + 1 from numbers where number < 100)
      select number from numbers
    )`;
    const read = (limit: number) =>
      longRead(store.read.selectFrom(numbers.as('numbers')).select('number').limit(limit), 100).execute();
    const broken = sql<SqlBool>`json('{') = number`;
    const fail = () =>
      longRead(store.read.selectFrom(numbers.as('numbers')).select('number').where(broken), 100).execute();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? fail() : read(index))),
    );
    assert.deepEqual(
      outcomes.map((outcome) => (outcome.status === 'fulfilled' ? outcome.value.length : 'failed')),
      Array.from({ length: 30 }, (_, index) => (index % 3 === 0 ? 'failed' : index)),
    );
  });
});
