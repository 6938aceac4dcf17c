import { limits } from '@patchbay/contract';
import { sql } from 'kysely';
import { longRead } from '../long-read.ts';
import type { ReadConnection, Store } from '../store.ts';

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

/** By the keys of nodes, the first app-nodes of their latest versions whose names hold one of the words. */
export const findMatchedNames = async (
  { read, engine }: Pick<Store, 'read' | 'engine'>,
  keys: readonly string[],
  words: readonly string[],
): Promise<ReadonlyMap<string, string[]>> => {
  if (keys.length === 0 || words.length === 0) return new Map();
  const matched = read
    .selectFrom('nodes')
    .innerJoin('app_nodes', 'app_nodes.version_id', 'nodes.latest_version_id')
    .select(['nodes.key', 'app_nodes.name'])
    .select(sql<number>`row_number() over (partition by nodes.key order by app_nodes.name)`.as('place'))
    .where('nodes.key', 'in', keys)
    .where((eb) => eb.or(words.map((word) => engine.contains(sql`lower(app_nodes.name)`, word))));
  const first = read
    .selectFrom(matched.as('matched'))
    .select(['key', 'name'])
    .where('place', '<=', limits.searchMatchesMax)
    .orderBy('key')
    .orderBy('name');
  const rows = await longRead(first).execute();
  const byNode = Map.groupBy(rows, ({ key }) => key);
  return new Map([...byNode].map(([key, found]) => [key, found.map(({ name }) => name)]));
};
