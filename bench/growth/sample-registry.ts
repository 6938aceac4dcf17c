import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface Sample {
  nodes: readonly { id: string; publisher_id: string }[];
  versions: readonly { node_id: string; version: string }[];
  appNodeNames: readonly string[];
  /** The number of positions in each list. */
  places: Readonly<Record<'nodes' | 'versions' | 'app_nodes', number>>;
}

/** Nodes, versions and app-nodes from the whole registry, `count` of each. */
export const sampleRegistry = (folder: string, count: number): Sample => {
  const db = new DatabaseSync(join(folder, 'registry.db'), { readOnly: true });
  try {
    const rowids = (table: string): number[] => {
      const { last } = db.prepare(`select max(rowid) as last from ${table}`).get() as { last: number };
      return Array.from({ length: count }, (_, index) => 1 + Math.floor((index * (last - 1)) / count));
    };
    const every = (rowids: readonly number[], sql: string): unknown[] => {
      const statement = db.prepare(sql);
      return rowids.map((rowid) => statement.get(rowid)).filter((row) => row !== undefined);
    };
    const lists = db.prepare('select list, last from places').all() as { list: string; last: number }[];
    return {
      nodes: every(rowids('nodes'), 'select id, publisher_id from nodes where rowid = ?') as Sample['nodes'],
      versions: every(
        rowids('versions'),
        'select nodes.id as node_id, version from versions join nodes on nodes.key = node_key where versions.rowid = ?',
      ) as Sample['versions'],
      appNodeNames: (
        every(rowids('app_nodes'), 'select name from app_nodes where rowid = ?') as { name: string }[]
      ).map(({ name }) => name),
      places: Object.fromEntries(lists.map(({ list, last }) => [list, last])) as Sample['places'],
    };
  } finally {
    db.close();
  }
};
