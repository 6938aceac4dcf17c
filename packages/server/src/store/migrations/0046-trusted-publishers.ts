import type { Step } from './step.ts';

/** Whose CI jobs may publish, and the tokens of such jobs that were exchanged. */
export const trustedPublishers: Step = async (db, { sortable, text }) => {
  await db.schema
    .createTable('trusted_publishers')
    .addColumn('id', sortable, (column) => column.primaryKey())
    .addColumn('publisher_id', sortable, (column) => column.notNull().references('publishers.id'))
    .addColumn('node_key', sortable)
    .addColumn('maker_id', text, (column) => column.notNull().references('user.id'))
    .addColumn('issuer', text, (column) => column.notNull())
    .addColumn('terms_json', text, (column) => column.notNull())
    .addColumn('created_at', sortable, (column) => column.notNull())
    .addColumn('last_used_at', sortable)
    .execute();
  await db.schema
    .createIndex('trusted_publishers_of_publisher')
    .on('trusted_publishers')
    .column('publisher_id')
    .execute();
  await db.schema
    .createTable('trusted_tokens')
    .addColumn('identity', sortable, (column) => column.primaryKey())
    .addColumn('token_id', sortable, (column) => column.notNull().references('tokens.id'))
    .addColumn('publisher_id', sortable, (column) => column.notNull())
    .addColumn('trusted_publisher_id', sortable, (column) => column.notNull())
    .addColumn('forget_at', sortable, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('trusted_tokens_of_publisher')
    .on('trusted_tokens')
    .column('publisher_id')
    .execute();
  await db.schema.createIndex('trusted_tokens_forgotten').on('trusted_tokens').column('forget_at').execute();
};
