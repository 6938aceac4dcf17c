import { type SqlBool, sql } from 'kysely';
import type { Step } from './step.ts';

/**
 * What comes from other registries: from which, how far, and which packages are still there. In tables of their own: a
 * server of the version before reads whole rows of nodes, and PostgreSQL refuses that once they have another column.
 */
export const replicas: Step = async (db, { sortable, text }) => {
  await db.schema
    .createTable('sources')
    .addColumn('source', sortable, (column) => column.primaryKey())
    .addColumn('position_json', text, (column) => column.notNull())
    .addColumn('synced_at', sortable)
    .addColumn('asked_at', sortable)
    .addColumn('failure', text)
    .execute();
  await db.schema
    .createTable('replicas')
    .addColumn('resource', sortable, (column) => column.notNull())
    .addColumn('id', sortable, (column) => column.notNull())
    .addColumn('source', sortable, (column) => column.notNull())
    .addColumn('upstream', text)
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('digest', text, (column) => column.notNull())
    .addColumn('source_updated_at', sortable)
    .addColumn('round', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('replicas_key', ['resource', 'id'])
    .execute();
  await db.schema
    .createIndex('replicas_of_round')
    .on('replicas')
    .columns(['source', 'resource', 'round', 'id'])
    .execute();
  await db.schema
    .createTable('replicated_versions')
    .addColumn('version_id', sortable, (column) => column.primaryKey().references('versions.id'))
    .addColumn('source', sortable, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('url', text)
    .addColumn('fetched_at', sortable)
    .addColumn('look_at', sortable, (column) => column.notNull())
    .addColumn('failure', text)
    .execute();
  await db.schema
    .createIndex('replicated_versions_missing')
    .on('replicated_versions')
    .columns(['look_at', 'version_id'])
    .where(sql<SqlBool>`fetched_at is null`)
    .execute();
};
