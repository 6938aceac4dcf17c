import { type SqlBool, sql } from 'kysely';
import type { Step } from './step.ts';

/** Who is told of changes, and of which. */
export const webhooks: Step = async (db, { sortable, text, integer }) => {
  await db.schema
    .createTable('webhooks')
    .addColumn('id', sortable, (column) => column.primaryKey())
    .addColumn('publisher_id', sortable, (column) => column.references('publishers.id'))
    .addColumn('maker_id', text, (column) => column.notNull().references('user.id'))
    .addColumn('url', text, (column) => column.notNull())
    .addColumn('description', text)
    .addColumn('events_json', text)
    .addColumn('sealed_secret', text, (column) => column.notNull())
    .addColumn('sealed_previous', text)
    .addColumn('previous_until', sortable)
    .addColumn('enabled', integer, (column) => column.notNull())
    .addColumn('disabled_reason', text)
    .addColumn('failing_since', sortable)
    .addColumn('failures', integer, (column) => column.notNull())
    .addColumn('seq', integer, (column) => column.notNull())
    .addColumn('created_at', sortable, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('webhooks_of_publisher').on('webhooks').column('publisher_id').execute();
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('id', sortable, (column) => column.primaryKey())
    .addColumn('webhook_id', sortable, (column) => column.notNull().references('webhooks.id'))
    .addColumn('seq', integer)
    .addColumn('event', text, (column) => column.notNull())
    .addColumn('lane', sortable, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('attempts', integer, (column) => column.notNull())
    .addColumn('due_at', sortable, (column) => column.notNull())
    .addColumn('expires_at', sortable, (column) => column.notNull())
    .addColumn('created_at', sortable, (column) => column.notNull())
    .addColumn('attempted_at', sortable)
    .addColumn('duration_ms', integer)
    .addColumn('response_status', integer)
    .addColumn('response_excerpt', text)
    .addColumn('error', text)
    .execute();
  await db.schema
    .createIndex('webhook_deliveries_of_change')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'seq'])
    .unique()
    .execute();
  await db.schema
    .createIndex('webhook_deliveries_waiting')
    .on('webhook_deliveries')
    .columns(['webhook_id', 'seq'])
    .where(sql<SqlBool>`status = 'waiting'`)
    .execute();
  // The publisher that loses a node is told of it, although the change is shown to the one that has it now.
  await db.schema
    .createIndex('changes_transfers')
    .on('changes')
    .column('seq')
    .where(sql<SqlBool>`action = 'node.transferred'`)
    .execute();
};
