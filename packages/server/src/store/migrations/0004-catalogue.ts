import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';
import type { Step } from './step.ts';

/**
 * Permanent places of all that is listed, and the entry of each node: what lists look up, sort and count. The
 * entries begin empty: `entry_revision` 0 has the next start fill them.
 */
export const catalogue: Step = async (db, { text, sortable, integer }, engine) => {
  await db.schema
    .createTable('places')
    .addColumn('list', sortable, (column) => column.primaryKey())
    .addColumn('last', integer, (column) => column.notNull())
    .addColumn('listed', integer, (column) => column.notNull())
    .execute();

  for (const column of ['ordinal', 'listed', 'listed_versions', 'listed_app_nodes', 'search_ranking']) {
    await db.schema
      .alterTable('nodes')
      .addColumn(column, integer, (definition) => definition.notNull().defaultTo(0))
      .execute();
  }
  for (const column of ['name', 'supported_os', 'supported_accelerators', 'supported_app_version']) {
    await db.schema
      .alterTable('nodes')
      .addColumn(column, sortable, (definition) => definition.notNull().defaultTo(''))
      .execute();
  }
  await db.schema
    .alterTable('nodes')
    .addColumn('entry_revision', integer, (definition) => definition.notNull().defaultTo(0))
    .execute();

  await db.schema
    .createTable('search_texts')
    .addColumn('ordinal', integer, (column) => column.primaryKey())
    .addColumn('search_text', text, (column) => column.notNull())
    .addColumn('app_node_names', text, (column) => column.notNull())
    .execute();
  await engine.createSearchIndex(db);

  await db.schema
    .createTable('preempted_names')
    .addColumn('name', sortable, (column) => column.notNull())
    .addColumn('node_key', sortable, (column) => column.notNull().references('nodes.key'))
    .addPrimaryKeyConstraint('preempted_names_primary', ['name', 'node_key'])
    .execute();
  await db.schema.createIndex('preempted_names_node').on('preempted_names').column('node_key').execute();

  await db.schema.alterTable('versions').addColumn('ordinal', integer).execute();
  await db.schema.alterTable('app_nodes').addColumn('ordinal', integer).execute();
  await givePositions(db);
  for (const table of ['nodes', 'versions', 'app_nodes']) {
    await db.schema.createIndex(`${table}_ordinal`).unique().on(table).column('ordinal').execute();
  }
  for (const column of ['name', 'downloads', 'created_at', 'updated_at']) {
    await db.schema.createIndex(`nodes_${column}`).on('nodes').columns(['listed', column, 'key']).execute();
  }
  // With all that ranks what a search found, which can be most of the nodes.
  await db.schema
    .createIndex('nodes_listed')
    .on('nodes')
    .columns(['listed', 'ordinal', 'downloads', 'name', 'key'])
    .execute();
  await db.schema.createIndex('nodes_app_version').on('nodes').column('supported_app_version').execute();
  await db.schema.createIndex('nodes_entry_revision').on('nodes').column('entry_revision').execute();
  await db.schema.createIndex('nodes_latest_version').on('nodes').column('latest_version_id').execute();
};

const givePositions = async (db: Kysely<Tables>): Promise<void> => {
  await sql`
    update nodes set ordinal = ranked.place
    from (select key, row_number() over (order by created_at, key) as place from nodes) as ranked
    where nodes.key = ranked.key
  `.execute(db);
  await sql`
    update versions set ordinal = ranked.place
    from (select id, row_number() over (order by stored_at, id) as place
      from versions where stored_at is not null) as ranked
    where versions.id = ranked.id
  `.execute(db);
  await sql`
    update app_nodes set ordinal = ranked.place
    from (select version_id, name, row_number() over (order by version_id, name) as place
      from app_nodes) as ranked
    where app_nodes.version_id = ranked.version_id and app_nodes.name = ranked.name
  `.execute(db);
  await sql`
    insert into places (list, last, listed)
    select 'nodes', count(*), 0 from nodes
    union all select 'versions', count(*), 0 from versions where stored_at is not null
    union all select 'app_nodes', count(*), 0 from app_nodes
  `.execute(db);
};
