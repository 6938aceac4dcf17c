import type { AnyRow } from './any-table.ts';

/** A table whose rows move, and the columns of its primary key. */
export interface MovedTable {
  name: string;
  key: readonly string[];
  /** What is not taken along, and what the target has in its place. */
  reset?: AnyRow;
}

/**
 * Every table of the schema, those that others refer to first; a test compares it with the schema. The log leads:
 * by it a target is known, and one that holds anything of a registry has to hold the beginning of its log.
 */
export const movedTables: readonly MovedTable[] = [
  { name: 'changes', key: ['seq'] },
  { name: 'user', key: ['id'] },
  { name: 'session', key: ['id'] },
  { name: 'account', key: ['id'] },
  { name: 'verification', key: ['id'] },
  { name: 'publishers', key: ['id'] },
  { name: 'members', key: ['id'] },
  { name: 'tokens', key: ['id'] },
  { name: 'nodes', key: ['key'] },
  { name: 'versions', key: ['id'] },
  { name: 'app_nodes', key: ['version_id', 'name'] },
  { name: 'reviews', key: ['node_key', 'user_id'] },
  { name: 'places', key: ['list'] },
  { name: 'search_texts', key: ['ordinal'] },
  { name: 'preempted_names', key: ['name', 'node_key'] },
  { name: 'app_node_claims', key: ['name', 'node_key'] },
  { name: 'declarations', key: ['id'] },
  { name: 'download_days', key: ['day'] },
  { name: 'download_marks', key: ['day', 'mark'] },
  // Whoever holds a lease works at the source: here nobody would, until it is over.
  { name: 'jobs', key: ['kind', 'subject'], reset: { lease: null, leased_until: null } },
];
