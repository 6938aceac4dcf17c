import { sql } from 'kysely';
import { foldIds } from './fold-ids.ts';
import type { Step } from './step.ts';

/** The folded ids once more: `foldId` now removes separators first. */
export const refoldedIds: Step = async (db, _columns, engine) => {
  for (const table of ['nodes', 'publishers'] as const) {
    await sql`update ${sql.table(table)} set folded_id = ''`.execute(db);
    await foldIds(db, engine, table);
  }
};
