import type { Step } from './step.ts';

/** Passkeys, and the challenges that were used, until they expire. */
export const webauthn: Step = async (db, { integer, sortable, text }) => {
  await db.schema
    .createTable('passkeys')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('user_id', text, (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('credential_id', text, (column) => column.notNull().unique())
    .addColumn('public_key', text, (column) => column.notNull())
    .addColumn('counter', integer, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('last_used_at', text)
    .execute();
  await db.schema.createIndex('passkeys_of_user').on('passkeys').column('user_id').execute();
  await db.schema
    .createTable('used_challenges')
    .addColumn('digest', text, (column) => column.primaryKey())
    .addColumn('expires_at', sortable, (column) => column.notNull())
    .execute();
};
