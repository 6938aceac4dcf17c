import type { Step } from './step.ts';

/** The files of each package, as its reader listed them. Those of older packages come with `extract-again`. */
export const fileLists: Step = async (db, { text, integer, sortable }) => {
  await db.schema
    .createTable('file_lists')
    .addColumn('version_id', sortable, (column) => column.primaryKey().references('versions.id'))
    .addColumn('files_json', text, (column) => column.notNull())
    .addColumn('are_all', integer, (column) => column.notNull())
    .execute();
};
