import type { Step } from './step.ts';

/** The ids of nodes that were renamed. Each stays with its node for ever, so that the earlier ones lead on. */
export const nodeIds: Step = async (db, { sortable, text }, engine) => {
  await db.schema
    .createTable('node_ids')
    .addColumn('id', sortable, (column) => column.primaryKey())
    .addColumn('node_key', sortable, (column) => column.notNull().references('nodes.key'))
    .addColumn('folded_id', sortable, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('node_ids_of_node').on('node_ids').column('node_key').execute();
  await db.schema.createIndex('node_ids_folded').on('node_ids').column('folded_id').execute();
  // Not in the rows of nodes, which a server of the version before reads whole.
  await db.schema
    .createTable('renamed_nodes')
    .addColumn('node_key', sortable, (column) => column.primaryKey().references('nodes.key'))
    .addColumn('former_ids_json', text, (column) => column.notNull())
    .execute();
  // The document of a node says when it last changed.
  await engine.createUpdateTrigger(db, {
    name: 'nodes_document_time',
    table: 'nodes',
    columns: ['updated_at'],
    statement: "delete from documents where key = 'node/' || new.key",
  });
};
