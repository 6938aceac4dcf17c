import { sql } from 'kysely';
import type { Step } from './step.ts';

/** The app-node names that moderators banned of a node, in whichever of its versions. */
export const appNodeBans: Step = async (db, { sortable }) => {
  await db.schema
    .createTable('app_node_bans')
    .addColumn('node_key', sortable, (column) => column.notNull().references('nodes.key'))
    .addColumn('name', sortable, (column) => column.notNull())
    .addPrimaryKeyConstraint('app_node_bans_primary', ['node_key', 'name'])
    .execute();
  await sql`
    insert into app_node_bans (node_key, name)
    select distinct versions.node_key, app_nodes.name
    from app_nodes join versions on versions.id = app_nodes.version_id
    where app_nodes.definition_json like '%"policy":"AppNodePolicyBanned"%'
  `.execute(db);
};
