import { sql } from 'kysely';
import type { Step } from './step.ts';

/**
 * When a node first had an app-node of a name in an Active version. Of what is there already the log of changes says
 * when each version became Active; one that is Active without such a change counts from when it was published.
 */
export const appNodeClaims: Step = async (db, { sortable }) => {
  await db.schema
    .createTable('app_node_claims')
    .addColumn('name', sortable, (column) => column.notNull())
    .addColumn('node_key', sortable, (column) => column.notNull().references('nodes.key'))
    .addColumn('first_active_at', sortable, (column) => column.notNull())
    .addPrimaryKeyConstraint('app_node_claims_primary', ['name', 'node_key'])
    .execute();
  await sql`
    insert into app_node_claims (name, node_key, first_active_at)
    select app_nodes.name, versions.node_key, min(coalesce(activated.at, versions.created_at))
    from app_nodes
    join versions on versions.id = app_nodes.version_id
    left join (
      select subject, min(at) as at from changes
      where subject like 'version:%' and after_json like '%"status":"NodeVersionStatusActive"%'
      group by subject
    ) as activated on activated.subject = 'version:' || versions.id
    where activated.at is not null or versions.status = 'NodeVersionStatusActive'
    group by app_nodes.name, versions.node_key
  `.execute(db);
};
