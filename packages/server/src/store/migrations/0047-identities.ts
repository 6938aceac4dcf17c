import { sql } from 'kysely';
import type { Step } from './step.ts';

/** Identities at external providers, sign-ins with them, and memberships that come from their groups. */
export const identities: Step = async (db, { sortable, text }) => {
  // The accounts library has the table; a password is an account of the provider "credential".
  await sql`
    create unique index account_identities on account ("providerId", "accountId")
    where "providerId" <> 'credential'
  `.execute(db);
  await db.schema
    .createTable('sign_in_flows')
    .addColumn('id', sortable, (column) => column.primaryKey())
    .addColumn('purpose', text, (column) => column.notNull())
    .addColumn('user_id', text, (column) => column.references('user.id').onDelete('cascade'))
    .addColumn('user_code', text)
    .addColumn('network', sortable, (column) => column.notNull())
    .addColumn('expires_at', sortable, (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('sign_in_flows_of_network')
    .on('sign_in_flows')
    .columns(['network', 'expires_at'])
    .execute();
  await db.schema.createIndex('sign_in_flows_expiry').on('sign_in_flows').column('expires_at').execute();
  await db.schema
    .createTable('group_members')
    .addColumn('publisher_id', sortable, (column) => column.notNull().references('publishers.id'))
    .addColumn('user_id', text, (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('group_members_key', ['publisher_id', 'user_id'])
    .execute();
  await db.schema.createIndex('group_members_of_user').on('group_members').column('user_id').execute();
};
