import type { Step } from './step.ts';

/** When the commands of operators last ended, for the metrics. */
export const operatorRuns: Step = async (db, { text }) => {
  await db.schema
    .createTable('operator_runs')
    .addColumn('run', text, (column) => column.primaryKey())
    .addColumn('at', text, (column) => column.notNull())
    .addColumn('faults', 'integer', (column) => column.notNull())
    .execute();
};
