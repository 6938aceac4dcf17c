import type { Step } from './step.ts';

/** The requests that were carried out under a key of their caller, with their answers. */
export const idempotencyKeys: Step = async (db, { text, sortable }) => {
  await db.schema
    .createTable('idempotency_keys')
    .addColumn('id', sortable, (column) => column.primaryKey())
    .addColumn('account_id', sortable, (column) => column.notNull())
    .addColumn('body_digest', text, (column) => column.notNull())
    .addColumn('sealed_answer', text)
    .addColumn('expires_at', sortable, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('idempotency_keys_of_account')
    .on('idempotency_keys')
    .columns(['account_id', 'expires_at', 'id'])
    .execute();
  await db.schema
    .createIndex('idempotency_keys_expired')
    .on('idempotency_keys')
    .column('expires_at')
    .execute();
};
