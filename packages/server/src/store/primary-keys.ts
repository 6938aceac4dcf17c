import type { Tables } from './tables.ts';

/**
 * The primary key of every table, referenced tables first. All code that handles every
 * table uses this list. The log is first, because it identifies a registry: a database that holds any row of a
 * registry must hold the beginning of its log.
 */
export const primaryKeys = {
  changes: ['seq'],
  user: ['id'],
  session: ['id'],
  account: ['id'],
  verification: ['id'],
  deviceCode: ['id'],
  publishers: ['id'],
  members: ['id'],
  tokens: ['id'],
  webhooks: ['id'],
  webhook_deliveries: ['id'],
  nodes: ['key'],
  node_ids: ['id'],
  versions: ['id'],
  app_nodes: ['version_id', 'name'],
  readmes: ['version_id'],
  file_lists: ['version_id'],
  documents: ['key'],
  former_publishers: ['node_key', 'publisher_id'],
  reviews: ['node_key', 'user_id'],
  reports: ['id'],
  places: ['list'],
  search_texts: ['ordinal'],
  preempted_names: ['name', 'node_key'],
  app_node_claims: ['name', 'node_key'],
  app_node_bans: ['node_key', 'name'],
  rule_counts: ['ruleset', 'rule'],
  declarations: ['id'],
  download_days: ['day'],
  download_marks: ['day', 'mark'],
  daily_downloads: ['node_key', 'day'],
  daily_counts: ['day', 'what'],
  job_queues: ['queue'],
  jobs: ['kind', 'subject'],
  quotas: ['subject_kind', 'subject_id', 'name'],
  idempotency_keys: ['id'],
  operator_runs: ['run'],
  sources: ['source'],
  replicas: ['resource', 'id'],
  replicated_versions: ['version_id'],
} as const satisfies { [Name in keyof Tables]: readonly (keyof Tables[Name])[] };
