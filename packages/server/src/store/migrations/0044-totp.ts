import type { Step } from './step.ts';

/** The second factors of accounts: an authenticator app each, and recovery codes. */
export const totp: Step = async (db, { integer, text }) => {
  await db.schema
    .createTable('totp_factors')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('user_id', text, (column) =>
      column.notNull().unique().references('user.id').onDelete('cascade'),
    )
    .addColumn('sealed_secret', text, (column) => column.notNull())
    .addColumn('created_at', text, (column) => column.notNull())
    .addColumn('confirmed_at', text)
    .addColumn('last_step', integer)
    .execute();
  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', text, (column) => column.notNull().references('user.id').onDelete('cascade'))
    .addColumn('digest', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_codes_primary', ['user_id', 'digest'])
    .execute();
};
