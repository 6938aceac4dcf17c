import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface Sample {
  nodes: readonly { id: string; publisher_id: string }[];
  versions: readonly { node_id: string; version: string }[];
}

/** Nodes and versions from everywhere in the registry, `count` of each. */
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
    return {
      nodes: every(rowids('nodes'), 'select id, publisher_id from nodes where rowid = ?') as Sample['nodes'],
      versions: every(
        rowids('versions'),
        'select nodes.id as node_id, version from versions join nodes on nodes.key = node_key where versions.rowid = ?',
      ) as Sample['versions'],
    };
  } finally {
    db.close();
  }
};
