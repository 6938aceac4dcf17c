import { foldIds } from './fold-ids.ts';
import type { Step } from './step.ts';

/**
 * The ids of nodes and publishers as `foldId` folds them, and to whom nodes belonged before, which the log tells of
 * those that were given away so far.
 */
export const similarIds: Step = async (db, { sortable }, engine) => {
  for (const table of ['nodes', 'publishers'] as const) {
    await db.schema
      .alterTable(table)
      .addColumn('folded_id', sortable, (column) => column.notNull().defaultTo(''))
      .execute();
    await foldIds(db, engine, table);
    await db.schema.createIndex(`${table}_folded_id`).on(table).column('folded_id').execute();
  }
  await db.schema
    .createTable('former_publishers')
    .addColumn('node_key', sortable, (column) => column.notNull().references('nodes.key'))
    .addColumn('publisher_id', sortable, (column) => column.notNull())
    .addPrimaryKeyConstraint('former_publishers_primary', ['node_key', 'publisher_id'])
    .execute();
  const given = await db
    .selectFrom('changes')
    .innerJoin('nodes', 'nodes.key', 'changes.node_key')
    .select(['nodes.key', 'changes.before_json'])
    .where('action', '=', 'node.updated')
    .where('before_json', 'like', '%"publisher":%')
    .execute();
  for (const { key, before_json } of given) {
    const { publisher } = JSON.parse(before_json ?? '{}') as { publisher?: string };
    if (publisher === undefined) continue;
    await db
      .insertInto('former_publishers')
      .values({ node_key: key, publisher_id: publisher })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
};
