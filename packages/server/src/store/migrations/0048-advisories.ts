import { type SqlBool, sql } from 'kysely';
import type { Step } from './step.ts';

/** What moderators published about malicious nodes and versions. */
export const advisories: Step = async (db, { sortable, text }) => {
  await db.schema
    .createTable('advisories')
    .addColumn('seq', 'integer', (column) => column.primaryKey())
    .addColumn('subject', sortable, (column) => column.notNull())
    .addColumn('node_key', sortable, (column) => column.notNull().references('nodes.key'))
    .addColumn('version', text)
    .addColumn('versions_json', text, (column) => column.notNull())
    .addColumn('details', text, (column) => column.notNull())
    .addColumn('published_at', sortable, (column) => column.notNull())
    .addColumn('modified_at', sortable, (column) => column.notNull())
    .addColumn('withdrawn_at', sortable)
    .execute();
  await db.schema
    .createIndex('advisories_open')
    .on('advisories')
    .column('subject')
    .unique()
    .where(sql<SqlBool>`withdrawn_at is null`)
    .execute();
  await db.schema.createIndex('advisories_of_node').on('advisories').column('node_key').execute();
  await db.schema.createIndex('advisories_modified').on('advisories').column('modified_at').execute();
};
