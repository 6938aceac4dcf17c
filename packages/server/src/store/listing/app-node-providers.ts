import { sql } from 'kysely';
import { isBanned } from '../rows/app-nodes.ts';
import { type NodeCard, selectCards, toCard } from '../rows/node-cards.ts';
import type { Reader } from '../store.ts';

/** A node that provides an app-node, with the values that order it among others. */
export interface Provider extends NodeCard {
  isPreempting: boolean;
  searchRanking: number;
}

/** Sorts after every time. */
const never = sql.lit('~');

/**
 * The first two of the listed nodes that preempt this name or whose latest version has an app-node of it:
 * preempting ones first, then by lower search ranking, then by who had the name in an Active version first. A node
 * whose app-node of this name is banned is left out. No counter that a stranger can raise affects the order.
 */
export const findProviders = async (read: Reader, name: string): Promise<Provider[]> => {
  const preempting = read.selectFrom('preempted_names').select('node_key').where('name', '=', name);
  const having = read
    .selectFrom('app_nodes')
    .innerJoin('nodes as owner', 'owner.latest_version_id', 'app_nodes.version_id')
    .select('owner.key as node_key')
    .where('app_nodes.name', '=', name);
  const banned = having.where(isBanned);
  const rows = await selectCards(read)
    .innerJoin(preempting.union(having).as('providing'), 'providing.node_key', 'nodes.key')
    .leftJoin('preempted_names', (on) =>
      on.onRef('preempted_names.node_key', '=', 'nodes.key').on('preempted_names.name', '=', name),
    )
    .leftJoin('app_node_claims', (on) =>
      on.onRef('app_node_claims.node_key', '=', 'nodes.key').on('app_node_claims.name', '=', name),
    )
    .select('preempted_names.name as preempted_name')
    .where('nodes.key', 'not in', banned)
    // Ordered by `listed` instead of filtered: with a filter, a planner might begin with all listed nodes.
    .orderBy('nodes.listed', 'desc')
    .orderBy((eb) => eb.case().when('preempted_names.name', 'is', null).then(1).else(0).end())
    .orderBy('nodes.search_ranking')
    .orderBy((eb) => eb.fn.coalesce('app_node_claims.first_active_at', never))
    .orderBy('nodes.ordinal')
    .limit(2)
    .execute();
  return rows
    .filter(({ listed }) => listed === 1)
    .map((row) => ({
      ...toCard(row),
      isPreempting: row.preempted_name !== null,
      searchRanking: row.search_ranking,
    }));
};
