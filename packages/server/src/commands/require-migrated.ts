import type { Engine } from '../store/engine.ts';
import { findMissingSteps } from '../store/migrations/index.ts';
import { UsageError } from './exit-on-failure.ts';

/** Throws UsageError if the database cannot be reached or lacks a migration. */
export const requireMigrated = async (engine: Engine): Promise<void> => {
  const missing = await findMissingSteps(engine).catch((error: unknown) => {
    if (!engine.isUnavailable(error)) throw error;
    const { message, cause } = error as Error;
    throw new UsageError(
      `DATABASE_URL cannot be reached: ${cause instanceof Error ? cause.message : message}.`,
    );
  });
  if (missing.length > 0) {
    throw new UsageError(`The database lacks ${missing.join(', ')}. Run npm run migrate first.`);
  }
};
