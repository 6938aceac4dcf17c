import type { Tables } from './tables.ts';

/**
 * The primary key of every table, in an order in which those that others refer to come first. Whatever handles all
 * tables goes by it. The log leads: it tells one registry from another, so a database that holds any row of a
 * registry has to hold the beginning of its log.
 */
export const primaryKeys = {
  changes: ['seq'],
  user: ['id'],
  session: ['id'],
  account: ['id'],
  verification: ['id'],
  publishers: ['id'],
  members: ['id'],
  tokens: ['id'],
  nodes: ['key'],
  versions: ['id'],
  app_nodes: ['version_id', 'name'],
  reviews: ['node_key', 'user_id'],
  places: ['list'],
  search_texts: ['ordinal'],
  preempted_names: ['name', 'node_key'],
  app_node_claims: ['name', 'node_key'],
  rule_counts: ['ruleset', 'rule'],
  declarations: ['id'],
  download_days: ['day'],
  download_marks: ['day', 'mark'],
  jobs: ['kind', 'subject'],
} as const satisfies { [Name in keyof Tables]: readonly (keyof Tables[Name])[] };
