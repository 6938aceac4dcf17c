import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { sql } from 'kysely';
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
      "begin immediate; insert into changes values (1, '', '', '', '', null, null, null, null, null); commit",
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
});
