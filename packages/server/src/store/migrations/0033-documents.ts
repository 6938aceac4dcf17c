import type { Step } from './step.ts';

/** The public JSON of nodes and versions. Triggers, so that no writer can leave a document behind that is no longer true. */
export const documents: Step = async (db, { sortable, text }, engine) => {
  await db.schema
    .createTable('documents')
    .addColumn('key', sortable, (column) => column.primaryKey())
    .addColumn('node_key', sortable, (column) => column.notNull())
    .addColumn('json', text, (column) => column.notNull())
    .addColumn('revision', text, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('documents_of_node').on('documents').column('node_key').execute();
  await engine.createUpdateTrigger(db, {
    name: 'nodes_documents',
    table: 'nodes',
    columns: ['id', 'publisher_id'],
    statement: 'delete from documents where node_key = new.key',
  });
  await engine.createUpdateTrigger(db, {
    name: 'nodes_document',
    table: 'nodes',
    columns: [
      'metadata_json',
      'moderation_json',
      'status',
      'created_at',
      'rating_sum',
      'rating_count',
      'latest_version_id',
    ],
    statement: "delete from documents where key = 'node/' || new.key",
  });
  await engine.createUpdateTrigger(db, {
    name: 'versions_documents',
    table: 'versions',
    columns: [
      'version',
      'metadata_json',
      'deprecated',
      'status',
      'status_reason',
      'tags_admin_json',
      'extract_status',
      'created_at',
      'found_json',
      'package_sha256',
      'package_bytes',
    ],
    statement:
      "delete from documents where key in ('node/' || new.node_key, 'version/' || new.node_key || '@' || new.sort_key)",
  });
  await engine.createUpdateTrigger(db, {
    name: 'publishers_documents',
    table: 'publishers',
    columns: ['profile_json', 'status', 'created_at'],
    statement:
      "delete from documents where key in (select 'node/' || key from nodes where publisher_id = new.id)",
  });
};
