import type { Engine } from '../store/engine.ts';
import { openStore } from '../store/open-store.ts';
import { type OperatorRun, recordRun } from '../store/rows/operator-runs.ts';
import type { CommandContext } from './command-context.ts';

/** Has the metrics of the servers show this run. What it did is not undone if that fails, which one line says. */
export const noteRun = async (
  { stderr }: Pick<CommandContext, 'stderr'>,
  engine: Engine,
  run: OperatorRun,
  faults: number,
): Promise<void> => {
  try {
    await openStore(engine, () => new Date()).write({ actor: 'operator' }, (tx) =>
      recordRun(tx, run, faults),
    );
  } catch (error) {
    stderr.write(
      `The metrics will not show this run, because the database refuses writes: ${String(error)}\n`,
    );
  }
};
