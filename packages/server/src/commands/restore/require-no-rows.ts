import type { AnyReader } from '../../store/any-table.ts';
import type { Manifest } from '../backup/manifest.ts';
import { UsageError } from '../exit-on-failure.ts';

/** Every migrated database has these rows. */
const filledByMigrations: ReadonlySet<string> = new Set(['places']);

/** Throws UsageError if the tables of the backup hold any row in the database. */
export const requireNoRows = async (read: AnyReader, manifest: Manifest): Promise<void> => {
  for (const { table } of manifest.tables) {
    if (filledByMigrations.has(table)) continue;
    const row = await read.selectFrom(table).selectAll().limit(1).executeTakeFirst();
    if (row !== undefined) {
      throw new UsageError(
        `The database holds a registry already: it has rows in ${table}. Give an empty one; no row was written.`,
      );
    }
  }
};
