import type { Step } from './step.ts';

/** What users tell the moderators about nodes. */
export const reports: Step = async (db, { sortable, text }) => {
  await db.schema
    .createTable('reports')
    .addColumn('id', sortable, (column) => column.primaryKey())
    .addColumn('node_key', sortable, (column) => column.notNull().references('nodes.key'))
    .addColumn('version', text)
    .addColumn('user_id', text, (column) => column.notNull().references('user.id'))
    .addColumn('reason', text, (column) => column.notNull())
    .addColumn('text', text, (column) => column.notNull())
    .addColumn('status', sortable, (column) => column.notNull())
    .addColumn('answer', text)
    .addColumn('created_at', sortable, (column) => column.notNull())
    .addColumn('answered_at', sortable)
    .execute();
  await db.schema
    .createIndex('reports_by_status')
    .on('reports')
    .columns(['status', 'created_at', 'id'])
    .execute();
  await db.schema
    .createIndex('reports_of_user')
    .on('reports')
    .columns(['user_id', 'created_at', 'id'])
    .execute();
};
