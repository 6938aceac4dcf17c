import { limits } from '@patchbay/contract';
import { sql } from 'kysely';
import { type NodeCard, selectCards, toCard } from '../store/rows/node-cards.ts';
import { type NodeFilter, selectNodes } from '../store/listing/node-filter.ts';
import { byPosition, rowNumber } from '../store/listing/by-position.ts';
import { searchRead } from '../store/long-read.ts';
import { type Asked, type Page, countOf } from '../store/listing/pages.ts';
import { type Search, findCandidates } from './search-candidates.ts';
import type { Store } from '../store/store.ts';

const { searchedNodesMax } = limits;

/** The nodes that contain every word: first the one with exactly this id, then this name, then by downloads. */
export const searchNodes = async (
  store: Store,
  search: Search,
  filter: NodeFilter,
  { page, limit, offset }: Asked,
): Promise<Page<NodeCard>> => {
  const { query } = search;
  const chosen = selectNodes(store, filter).where(
    'nodes.ordinal',
    'in',
    findCandidates(store, search, filter),
  );
  const rank = sql<number>`case when nodes.key = ${query} then 0 when nodes.name = ${query} then 1 else 2 end`;
  const matches = chosen
    .select(['nodes.key', 'nodes.downloads', 'nodes.ordinal', rank.as('rank')])
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy('rank')
    .orderBy('nodes.downloads', 'desc')
    .orderBy('nodes.ordinal')
    .limit(Math.max(0, Math.min(limit, searchedNodesMax - offset)))
    .offset(offset);
  const order = rowNumber(['matches.rank', 'asc'], ['matches.downloads', 'desc'], ['matches.ordinal', 'asc']);
  const found = store.read
    .selectFrom(matches.as('matches'))
    .select(['matches.key', 'matches.total', order.as('position')]);
  const cards = selectCards(store.read)
    .innerJoin(found.as('found'), 'found.key', 'nodes.key')
    .select(['found.total', 'found.position']);
  const rows = await searchRead(cards).execute();
  // A page past the end has no row with the total.
  const { total: matching } = rows[0] ?? (offset === 0 ? { total: 0 } : await countOf(chosen, searchRead));
  const total = Math.min(matching, searchedNodesMax);
  return { items: byPosition(rows).map(toCard), page, limit, total, places: total };
};
