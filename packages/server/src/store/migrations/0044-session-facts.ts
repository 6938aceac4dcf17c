import type { Step } from './step.ts';

/** What is known of a session beside the table of the accounts library, which servers of the version before write. */
export const sessionFacts: Step = async (db, { text }) => {
  await db.schema
    .createTable('session_facts')
    .addColumn('session_id', text, (column) =>
      column.primaryKey().references('session.id').onDelete('cascade'),
    )
    .addColumn('signed_in_at', text, (column) => column.notNull())
    .addColumn('last_used_at', text, (column) => column.notNull())
    .addColumn('factor_id', text)
    .addColumn('device', text)
    .addColumn('sealed_network', text)
    .execute();
};
