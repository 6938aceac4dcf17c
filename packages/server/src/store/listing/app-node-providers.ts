import type { ProviderReason } from '@patchbay/contract';
import { sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { longRead, scanRead } from '../long-read.ts';
import { type NodeCard, selectCards, toCard } from '../rows/node-cards.ts';
import type { ReadConnection } from '../store.ts';

/** What decides between two nodes that provide an app-node of the same name. */
interface ProviderRank {
  isPreempting: boolean;
  /** Whether it comes from another registry, in front of which this one stands. */
  isUpstream: boolean;
  searchRanking: number;
}

/** Why the first provider precedes the second. */
export const providerReason = (first: ProviderRank, second: ProviderRank | undefined): ProviderReason => {
  if (first.isPreempting && !second?.isPreempting) return 'preempted';
  if (second === undefined) return 'only';
  if (second.isUpstream && !first.isUpstream) return 'own';
  return first.searchRanking === second.searchRanking ? 'first' : 'search_ranking';
};

/** A node that provides an app-node, with the values that order it among others. */
export type Provider = NodeCard & ProviderRank;

/** The same in short. */
export interface Candidate extends ProviderRank {
  key: string;
  id: string;
  /** In lower case, or empty. */
  repository: string;
  publisherId: string;
  latestVersion: string | null;
}

interface Finder {
  engine: Engine;
  read: ReadConnection;
}

/** Sorts after every time. */
const never = sql.lit('~');

/** The first two that provide an app-node of this name, in the order of `rankProviders`. */
export const findProviders = async (finder: Finder, name: string): Promise<Provider[]> => {
  const query = selectCards(finder.read)
    .innerJoin(rankProviders(finder, [name]).as('ranked'), 'ranked.node_key', 'nodes.key')
    .select('ranked.preempting')
    .where('ranked.place', '<=', 2)
    .orderBy('ranked.place');
  const rows = await longRead(query).execute();
  return rows.map((row) => ({ ...toCard(row), ...rankOf(row) }));
};

/**
 * The first `max` that provide an app-node of each of these names, by name, in the order of `rankProviders`. Names
 * that no node provides are left out.
 */
export const findProvidersOfMany = async (
  finder: Finder,
  names: readonly string[],
  max: number,
): Promise<ReadonlyMap<string, Candidate[]>> => {
  if (names.length === 0) return new Map();
  const query = finder.read
    .selectFrom(rankProviders(finder, names).as('ranked'))
    .innerJoin('nodes', 'nodes.key', 'ranked.node_key')
    .leftJoin('versions', 'versions.id', 'nodes.latest_version_id')
    .select([
      'ranked.app_node_name',
      'ranked.preempting',
      'nodes.key',
      'nodes.id',
      'nodes.repository',
      'nodes.publisher_id',
      'nodes.search_ranking',
      'ranked.upstream',
      'versions.version',
    ])
    .where('ranked.place', '<=', max)
    .orderBy('ranked.app_node_name')
    .orderBy('ranked.place');
  const rows = await scanRead(query).execute();
  const candidates = rows.map((row) => ({
    appNodeName: row.app_node_name,
    key: row.key,
    id: row.id,
    repository: row.repository,
    publisherId: row.publisher_id,
    latestVersion: row.version,
    ...rankOf(row),
  }));
  return Map.groupBy(candidates, ({ appNodeName }) => appNodeName);
};

/**
 * For each name, the listed nodes that preempt it or whose latest version has an app-node of it, with their places:
 * those of this registry before those of its upstream, preempting ones first, then by lower search ranking, then by
 * who had the name in an Active version first. A node
 * for which the name is banned is left out. No counter that a stranger can raise affects the order. A
 * name can have very many providers, all of which are looked at, so the engine may end it.
 */
const rankProviders = ({ engine, read }: Finder, names: readonly string[]) => {
  const wanted = () => read.selectFrom(engine.pairs(names.map((name) => [name, ''])).as('wanted'));
  const preempting = wanted()
    .innerJoin('preempted_names', 'preempted_names.name', 'wanted.first')
    .select(['wanted.first as app_node_name', 'preempted_names.node_key']);
  const having = wanted()
    .innerJoin('app_nodes', 'app_nodes.name', 'wanted.first')
    .innerJoin('nodes as owner', 'owner.latest_version_id', 'app_nodes.version_id')
    .where(engine.isInTime)
    .select(['wanted.first as app_node_name', 'owner.key as node_key']);
  return read
    .selectFrom(preempting.union(having).as('providing'))
    .innerJoin('nodes', 'nodes.key', 'providing.node_key')
    .leftJoin('preempted_names', (on) =>
      on
        .onRef('preempted_names.node_key', '=', 'providing.node_key')
        .onRef('preempted_names.name', '=', 'providing.app_node_name'),
    )
    .leftJoin('app_node_claims', (on) =>
      on
        .onRef('app_node_claims.node_key', '=', 'providing.node_key')
        .onRef('app_node_claims.name', '=', 'providing.app_node_name'),
    )
    .leftJoin('app_node_bans', (on) =>
      on
        .onRef('app_node_bans.node_key', '=', 'providing.node_key')
        .onRef('app_node_bans.name', '=', 'providing.app_node_name'),
    )
    .leftJoin('replicas', (on) =>
      on.onRef('replicas.id', '=', 'nodes.key').on('replicas.resource', '=', 'node'),
    )
    .where(engine.isInTime)
    .where('app_node_bans.name', 'is', null)
    .where('nodes.listed', '=', 1)
    .select(['providing.app_node_name', 'providing.node_key', 'preempted_names.name as preempting'])
    .select('replicas.upstream')
    .select((eb) =>
      eb.fn
        .agg<number>('row_number')
        .over((over) =>
          over
            .partitionBy('providing.app_node_name')
            .orderBy(eb.case().when('replicas.upstream', 'is', null).then(0).else(1).end())
            .orderBy(eb.case().when('preempted_names.name', 'is', null).then(1).else(0).end())
            .orderBy('nodes.search_ranking')
            .orderBy(eb.fn.coalesce('app_node_claims.first_active_at', never))
            .orderBy('nodes.ordinal'),
        )
        .as('place'),
    );
};

const rankOf = (row: {
  preempting: string | null;
  upstream: string | null;
  search_ranking: number;
}): ProviderRank => ({
  isPreempting: row.preempting !== null,
  isUpstream: row.upstream !== null,
  searchRanking: row.search_ranking,
});
