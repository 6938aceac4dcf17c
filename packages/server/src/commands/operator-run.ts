import { databaseError } from '../open-database.ts';
import type { Engine } from '../store/engine.ts';
import { findMissingSteps } from '../store/migrations/index.ts';
import { UsageError } from './exit-on-failure.ts';
import { type OperatorRun, recordRun } from '../store/rows/operator-runs.ts';
import type { Store } from '../store/store.ts';
import type { CommandContext } from './command.ts';

/** Throws OperatorError if the database cannot be reached or lacks a migration. */
export const requireMigrated = async (engine: Engine): Promise<void> => {
  const missing = await findMissingSteps(engine).catch((error: unknown) => {
    throw databaseError(engine, error);
  });
  if (missing.length > 0) {
    throw new UsageError(`The database lacks ${missing.join(', ')}. Run npm run migrate first.`);
  }
};

/** Has the metrics of the servers show this run. What it did is not undone if that fails, which one line says. */
export const noteRun = async (
  { stderr }: Pick<CommandContext, 'stderr'>,
  store: Store,
  run: OperatorRun,
  faults: number,
): Promise<void> => {
  try {
    await store.write({ actor: 'operator' }, (tx) => recordRun(tx, run, faults));
  } catch (error) {
    stderr.write(
      `The metrics will not show this run, because the database refuses writes: ${String(error)}\n`,
    );
  }
};
