import type { Step } from './step.ts';

/** Which client installed which version on a day, each as a hash that means nothing without the salt of its day. */
export const downloadMarks: Step = async (db, { text, sortable, integer }) => {
  await db.schema
    .createTable('download_days')
    .addColumn('day', sortable, (column) => column.primaryKey())
    .addColumn('salt', text, (column) => column.notNull())
    .addColumn('marks', integer, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('download_marks')
    .addColumn('day', sortable, (column) => column.notNull())
    .addColumn('mark', sortable, (column) => column.notNull())
    .addPrimaryKeyConstraint('download_marks_primary', ['day', 'mark'])
    .execute();
};
