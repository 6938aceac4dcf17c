import type { Step } from './step.ts';

/** Links that are sent to addresses, and the networks from which accounts are used. */
export const accountLinks: Step = async (db, { sortable, text }) => {
  await db.schema
    .createTable('account_links')
    .addColumn('digest', sortable, (column) => column.primaryKey())
    .addColumn('purpose', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.references('user.id'))
    .addColumn('email', sortable, (column) => column.notNull())
    .addColumn('account_json', text)
    .addColumn('created_at', sortable, (column) => column.notNull())
    .addColumn('expires_at', sortable, (column) => column.notNull())
    .addColumn('used_at', sortable)
    .execute();
  await db.schema.createIndex('account_links_user').on('account_links').column('user_id').execute();
  await db.schema.createIndex('account_links_email').on('account_links').column('email').execute();
  await db.schema
    .createTable('account_networks')
    .addColumn('user_id', text, (column) => column.notNull().references('user.id'))
    .addColumn('mark', sortable, (column) => column.notNull())
    .addColumn('seen_at', sortable, (column) => column.notNull())
    .addPrimaryKeyConstraint('account_networks_key', ['user_id', 'mark'])
    .execute();
};
