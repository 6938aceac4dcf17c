import { sql } from 'kysely';
import type { Step } from './step.ts';

/** What rules find, by version and by rule, and since when a publisher has had a version that could be installed. */
export const findingsByRule: Step = async (db, { text, sortable, integer }) => {
  await db.schema
    .alterTable('versions')
    .addColumn('found_json', text, (column) => column.notNull().defaultTo('{}'))
    .execute();
  await db.schema.alterTable('publishers').addColumn('approved_at', sortable).execute();
  await sql`
    update publishers set approved_at = (
      select min(versions.created_at) from versions join nodes on nodes.key = versions.node_key
      where nodes.publisher_id = publishers.id and versions.status = 'NodeVersionStatusActive'
    )
  `.execute(db);
  await db.schema
    .createTable('rule_counts')
    .addColumn('ruleset', sortable, (column) => column.notNull())
    .addColumn('rule', sortable, (column) => column.notNull())
    .addColumn('versions', integer, (column) => column.notNull())
    .addColumn('held', integer, (column) => column.notNull())
    .addColumn('latest_version_id', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('rule_counts_primary', ['ruleset', 'rule'])
    .execute();
};
