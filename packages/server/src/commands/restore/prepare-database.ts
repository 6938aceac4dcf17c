import type { Engine } from '../../store/engine.ts';
import { findMissingSteps, migrateTo, steps } from '../../store/migrations/index.ts';
import type { AnyReader } from '../../store/any-table.ts';
import type { Manifest } from '../backup/manifest.ts';
import { UsageError } from '../exit-on-failure.ts';

/** Every migrated database has these rows. */
const filledByMigrations: ReadonlySet<string> = new Set(['places']);

/**
 * Gives an empty database the tables of the backup. Throws UsageError if it holds any row, or has the tables of another
 * version than the backup.
 */
export const prepareDatabase = async (engine: Engine, manifest: Manifest): Promise<void> => {
  const missing = new Set(await findMissingSteps(engine));
  const taken = Object.keys(steps).filter((step) => !missing.has(step));
  if (taken.length === 0) {
    await migrateTo(engine, manifest.migrations.at(-1) ?? '');
    return;
  }
  if (JSON.stringify(taken) !== JSON.stringify(manifest.migrations)) {
    throw new UsageError(
      'The database has the tables of another version than the backup. Give an empty one.',
    );
  }
  for (const { table } of manifest.tables) {
    if (filledByMigrations.has(table)) continue;
    const row = await (engine.reader as unknown as AnyReader)
      .selectFrom(table)
      .selectAll()
      .limit(1)
      .executeTakeFirst();
    if (row !== undefined) {
      throw new UsageError(
        `The database holds a registry already: it has rows in ${table}. Give an empty one; nothing was changed.`,
      );
    }
  }
};
