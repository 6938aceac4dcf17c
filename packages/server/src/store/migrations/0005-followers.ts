import type { Step } from './step.ts';

/** Which node a change is about, and which writing of download counts a node was in: what followers ask for. */
export const followers: Step = async (db, { text, integer }) => {
  await db.schema.alterTable('changes').addColumn('node_key', text).execute();
  await db.schema
    .alterTable('nodes')
    .addColumn('counted', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('nodes_counted').on('nodes').column('counted').execute();
};
