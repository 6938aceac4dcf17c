import type { Step } from './step.ts';

/** The readmes of versions, and what each takes. */
export const readmes: Step = async (db, { sortable, text, integer }) => {
  await db.schema
    .createTable('readmes')
    .addColumn('version_id', sortable, (column) =>
      column.primaryKey().references('versions.id').onDelete('cascade'),
    )
    .addColumn('readme_json', text, (column) => column.notNull())
    .addColumn('bytes', integer, (column) => column.notNull())
    .execute();
};
