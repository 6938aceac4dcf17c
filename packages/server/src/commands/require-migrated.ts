import { databaseError } from '../open-database.ts';
import type { Engine } from '../store/engine.ts';
import { findMissingSteps } from '../store/migrations/index.ts';
import { UsageError } from './exit-on-failure.ts';

/** Throws OperatorError if the database cannot be reached or lacks a migration. */
export const requireMigrated = async (engine: Engine): Promise<void> => {
  const missing = await findMissingSteps(engine).catch((error: unknown) => {
    throw databaseError(engine, error);
  });
  if (missing.length > 0) {
    throw new UsageError(`The database lacks ${missing.join(', ')}. Run npm run migrate first.`);
  }
};
