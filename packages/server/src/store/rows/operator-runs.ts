import type { ReadConnection, Writer } from '../store.ts';
import type { Row } from '../tables.ts';

/** What an operator runs beside the servers. `doctor-quick` is a doctor that reads no packages. */
export type OperatorRun = 'backup' | 'doctor' | 'doctor-quick';

/** Records that a run has ended now. A backup with faults is none. */
export const recordRun = async ({ db, now }: Writer, run: OperatorRun, faults: number): Promise<void> => {
  await db
    .insertInto('operator_runs')
    .values({ run, at: now, faults })
    .onConflict((conflict) => conflict.column('run').doUpdateSet({ at: now, faults }))
    .execute();
};

/** The last run of each, of those that ever ended. */
export const findRuns = (read: ReadConnection): Promise<Row<'operator_runs'>[]> =>
  read.selectFrom('operator_runs').selectAll().orderBy('run').execute();
