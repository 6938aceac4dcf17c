import type { Step } from './step.ts';

/** What was looked up about accounts: their passwords at a service, and the domains of their addresses. */
export const accountPolicies: Step = async (db, { sortable, text }) => {
  await db.schema
    .createTable('password_checks')
    .addColumn('user_id', text, (column) => column.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('password_mark', text, (column) => column.notNull())
    .addColumn('checked_at', sortable, (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('email_domains')
    .addColumn('domain', sortable, (column) => column.primaryKey())
    .addColumn('looked_at', sortable, (column) => column.notNull())
    .addColumn('missing_since', sortable)
    .execute();
  await db.schema.createIndex('email_domains_looked').on('email_domains').column('looked_at').execute();
  await db.schema
    .createTable('lapsed_addresses')
    .addColumn('user_id', text, (column) => column.primaryKey().references('user.id').onDelete('cascade'))
    .addColumn('lapsed_at', sortable, (column) => column.notNull())
    .execute();
};
