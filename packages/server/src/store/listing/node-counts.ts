import { longRead } from '../long-read.ts';
import type { ReadConnection } from '../store.ts';

export interface NodeCounts {
  /** Of the latest version. */
  appNodes: number;
  /** Active ones. */
  versions: number;
}

/** By the keys of nodes. */
export const findNodeCounts = async (
  read: ReadConnection,
  keys: readonly string[],
): Promise<ReadonlyMap<string, NodeCounts>> => {
  if (keys.length === 0) return new Map();
  const counts = read
    .selectFrom('nodes')
    .select('key')
    .select((eb) => [
      eb
        .selectFrom('app_nodes')
        .whereRef('version_id', '=', 'nodes.latest_version_id')
        .select((of) => of.fn.countAll<number>().as('count'))
        .as('app_nodes'),
      eb
        .selectFrom('versions')
        .whereRef('versions.node_key', '=', 'nodes.key')
        .where('versions.status', '=', 'NodeVersionStatusActive')
        .select((of) => of.fn.countAll<number>().as('count'))
        .as('versions'),
    ])
    .where('key', 'in', keys);
  const rows = await longRead(counts, keys.length).execute();
  return new Map(
    rows.map(({ key, app_nodes: appNodes, versions }) => [
      key,
      { appNodes: Number(appNodes), versions: Number(versions) },
    ]),
  );
};
