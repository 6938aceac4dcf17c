import { type SqlBool, sql } from 'kysely';
import type { Step } from './step.ts';

/** Messages to people, which a job sends after the commit that queued them. */
export const mails: Step = async (db, { sortable, text }) => {
  await db.schema
    .createTable('mails')
    .addColumn('id', sortable, (column) => column.primaryKey())
    .addColumn('event', sortable, (column) => column.notNull().unique())
    .addColumn('recipient', sortable)
    .addColumn('message_json', text)
    .addColumn('created_at', sortable, (column) => column.notNull())
    .addColumn('expires_at', sortable, (column) => column.notNull())
    .addColumn('ended_at', sortable)
    .addColumn('failure', text)
    .execute();
  await db.schema
    .createIndex('mails_waiting')
    .on('mails')
    .column('recipient')
    .where(sql<SqlBool>`ended_at is null`)
    .execute();
  await db.schema.createIndex('mails_created').on('mails').column('created_at').execute();
};
