import type { Engine } from '../engine.ts';
import { longRead } from '../long-read.ts';
import { keyOfId } from '../identifiers.ts';
import type { ReadConnection } from '../store.ts';
import { sql } from 'kysely';

/** A listed node in short. */
export interface NamedNode {
  key: string;
  id: string;
  publisherId: string;
  latestVersion: string | null;
  /** Whether it comes from another registry, in front of which this one stands. */
  isUpstream: boolean;
}

interface Finder {
  engine: Engine;
  read: ReadConnection;
}

/** The listed nodes that have or had these ids, by the ids, which are in lower case. */
export const findNamedNodes = async (
  { engine, read }: Finder,
  ids: readonly string[],
): Promise<ReadonlyMap<string, NamedNode>> => {
  if (ids.length === 0) return new Map();
  const query = read
    .selectFrom(engine.texts(JSON.stringify(ids)).as('wanted'))
    .innerJoin('nodes', (on) => on.on('nodes.key', '=', keyOfId(sql.ref('wanted.value'))))
    .leftJoin('versions', 'versions.id', 'nodes.latest_version_id')
    .leftJoin('replicas', (on) =>
      on.onRef('replicas.id', '=', 'nodes.key').on('replicas.resource', '=', 'node'),
    )
    .where('nodes.listed', '=', 1)
    .select(['wanted.value as asked', 'nodes.key', 'nodes.id', 'nodes.publisher_id', 'versions.version'])
    .select('replicas.upstream');
  const rows = await longRead(query, ids.length).execute();
  return new Map(
    rows.map(({ asked, key, id, publisher_id: publisherId, version: latestVersion, upstream }) => [
      asked,
      { key, id, publisherId, latestVersion, isUpstream: upstream !== null },
    ]),
  );
};

/** Of these pairs of an app-node's name and a node's key those of which the node ever had the app-node in an Active version. */
export const findFormerProviders = async (
  { engine, read }: Finder,
  pairs: readonly (readonly [name: string, nodeKey: string])[],
): Promise<readonly { name: string; nodeKey: string }[]> => {
  if (pairs.length === 0) return [];
  const query = read
    .selectFrom(engine.pairs(pairs).as('wanted'))
    .innerJoin('app_node_claims', (on) =>
      on
        .onRef('app_node_claims.name', '=', 'wanted.first')
        .onRef('app_node_claims.node_key', '=', 'wanted.second'),
    )
    .select(['app_node_claims.name', 'app_node_claims.node_key as nodeKey']);
  return longRead(query, pairs.length).execute();
};

/** The sort keys of the versions of a node from one up to, and without, another. */
export interface VersionRange {
  nodeKey: string;
  from: string;
  to: string;
}

/** The highest Active release in each of these ranges, one that is not deprecated before others, by the key of its node. */
export const findHighestVersions = async (
  { engine, read }: Finder,
  ranges: readonly VersionRange[],
): Promise<ReadonlyMap<string, string>> => {
  if (ranges.length === 0) return new Map();
  const [froms, tos] = (['from', 'to'] as const).map((end) =>
    engine.pairs(ranges.map((range) => [range.nodeKey, range[end]])),
  ) as [ReturnType<Engine['pairs']>, ReturnType<Engine['pairs']>];
  const query = read
    .selectFrom(froms.as('wanted'))
    .innerJoin(tos.as('ends'), 'ends.first', 'wanted.first')
    .select('wanted.first as nodeKey')
    .select((eb) =>
      eb
        .selectFrom('versions')
        .select('versions.version')
        .whereRef('versions.node_key', '=', 'wanted.first')
        .whereRef('versions.sort_key', '>=', 'wanted.second')
        .whereRef('versions.sort_key', '<', 'ends.second')
        .where('versions.status', '=', 'NodeVersionStatusActive')
        .where('versions.prerelease', '=', 0)
        .orderBy('versions.deprecated')
        .orderBy('versions.sort_key', 'desc')
        .limit(1)
        .as('version'),
    );
  const rows = await longRead(query, ranges.length).execute();
  return new Map(rows.flatMap(({ nodeKey, version }) => (version === null ? [] : [[nodeKey, version]])));
};
