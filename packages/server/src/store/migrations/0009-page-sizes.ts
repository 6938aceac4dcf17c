import type { Step } from './step.ts';

/** How much each node brings to an answer, and how many of them a page holds at most. */
export const pageSizes: Step = async (db, { integer }) => {
  await db.schema
    .alterTable('nodes')
    .addColumn('bytes', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema.createIndex('nodes_bytes').on('nodes').columns(['bytes']).execute();
  await db.schema
    .alterTable('places')
    .addColumn('page_max', integer, (column) => column.notNull().defaultTo(1_000))
    .execute();
};
