import type { AnyRow } from './any-table.ts';

/** A table whose rows are moved, and the columns of its primary key. */
export interface MovedTable {
  name: string;
  key: readonly string[];
  /** Columns that are not copied, and their values in the target. */
  reset?: AnyRow;
}

/**
 * Every table of the schema, referenced tables first; a test compares the list with the schema. The log comes first,
 * because it identifies a target: a target with any data of a registry must contain the beginning of its log.
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
  // The holder of a lease works at the source. On the target the lease would block the job until it expires.
  { name: 'jobs', key: ['kind', 'subject'], reset: { lease: null, leased_until: null } },
];
