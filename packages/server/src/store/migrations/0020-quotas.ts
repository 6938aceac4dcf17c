import { sql } from 'kysely';
import type { Step } from './step.ts';

/**
 * What each subject uses of its quotas, counted from the rows there are. Who created a publisher is read from the log;
 * one without such a change counts for nobody.
 */
export const quotas: Step = async (db, { sortable, integer }) => {
  await db.schema
    .createTable('quotas')
    .addColumn('subject_kind', sortable, (column) => column.notNull())
    .addColumn('subject_id', sortable, (column) => column.notNull())
    .addColumn('name', sortable, (column) => column.notNull())
    .addColumn('max', integer)
    .addColumn('used', integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('quotas_primary', ['subject_kind', 'subject_id', 'name'])
    .execute();
  await db.schema
    .alterTable('versions')
    .addColumn('definition_bytes', integer, (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`
    update versions set definition_bytes = counted.bytes
    from (select version_id, cast(sum(octet_length(name) + octet_length(definition_json)) as bigint) as bytes
      from app_nodes group by version_id) as counted
    where counted.version_id = versions.id
  `.execute(db);
  // A transfer adds up the versions of a node, whose rows can take 64 KiB each.
  await db.schema
    .createIndex('versions_taken')
    .on('versions')
    .columns(['node_key', 'package_bytes', 'definition_bytes', 'status'])
    .execute();
  await sql`
    insert into quotas (subject_kind, subject_id, name, used)
    select 'publisher', publisher_id, 'nodes', count(*) from nodes group by publisher_id
    union all
    select 'publisher', publisher_id, 'members', count(*) from members group by publisher_id
    union all
    select 'publisher', publisher_id, 'tokens', count(*) from tokens
    where revoked_at is null group by publisher_id
    union all
    select 'publisher', nodes.publisher_id, 'pending_versions', count(*) from versions
    join nodes on nodes.key = versions.node_key
    where versions.status = 'NodeVersionStatusPending' group by nodes.publisher_id
    union all
    select 'publisher', nodes.publisher_id, 'package_bytes', cast(sum(package_bytes) as bigint) from versions
    join nodes on nodes.key = versions.node_key
    where package_bytes is not null group by nodes.publisher_id
    union all
    select 'publisher', nodes.publisher_id, 'definition_bytes', cast(sum(definition_bytes) as bigint) from versions
    join nodes on nodes.key = versions.node_key group by nodes.publisher_id
    union all
    select 'node', node_key, 'versions', count(*) from versions group by node_key
    union all
    select 'account', substr(actor, 6), 'publishers', count(*) from changes
    where action = 'publisher.created' and actor like 'user:%' group by actor
    union all
    select 'account', user_id, 'reviews', count(*) from reviews group by user_id
  `.execute(db);
};
