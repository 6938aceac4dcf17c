import { type Kysely, sql } from 'kysely';
import { foldId } from '../fold-id.ts';
import type { Engine } from '../engine.ts';
import type { Tables } from '../tables.ts';

const rowsAtOnce = 1_000;

/** Folds the ids of the rows that have none folded yet. */
export const foldIds = async (
  db: Kysely<Tables>,
  engine: Engine,
  table: 'nodes' | 'publishers',
): Promise<void> => {
  for (;;) {
    const rows = await db
      .selectFrom(table)
      .select('id')
      .where('folded_id', '=', '')
      .limit(rowsAtOnce)
      .execute();
    if (rows.length === 0) break;
    const folded = engine.pairs(rows.map(({ id }) => [id, foldId(id)] as const));
    await sql`
      update ${sql.table(table)} set folded_id = folded.second from ${folded} as folded
      where ${sql.table(table)}.id = folded.first
    `.execute(db);
  }
};
