import type { Engine } from '../../store/engine.ts';
import { findMissingSteps, migrateTo, steps } from '../../store/migrations/index.ts';
import type { Manifest } from '../backup/manifest.ts';
import { UsageError } from '../exit-on-failure.ts';
import { requireNoRows } from './require-no-rows.ts';

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
  await requireNoRows(engine.reader, manifest);
};
