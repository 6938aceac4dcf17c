import { limits } from '@patchbay/contract';
import { sql } from 'kysely';
import { type NodeFilter, selectNodes } from '../store/listing/node-filter.ts';
import { searchRead } from '../store/long-read.ts';
import { type Asked, type Page, countOf } from '../store/listing/pages.ts';
import { type Search, findCandidates } from './search-candidates.ts';
import type { Store } from '../store/store.ts';

const { searchedNodesMax } = limits;

/** The keys of the nodes that contain every word: first the one with exactly this id, then this name, then by downloads. */
export const searchNodes = async (
  store: Store,
  search: Search,
  filter: NodeFilter,
  { page, limit, offset }: Asked,
): Promise<Page<string>> => {
  const { query } = search;
  const chosen = selectNodes(store, filter).where(
    'nodes.ordinal',
    'in',
    findCandidates(store, search, filter),
  );
  const rank = sql<number>`case when nodes.key = ${query} then 0 when nodes.name = ${query} then 1 else 2 end`;
  const matches = chosen
    .select(['nodes.key', rank.as('rank')])
    .select(sql<number>`count(*) over ()`.as('total'))
    .orderBy('rank')
    .orderBy('nodes.downloads', 'desc')
    .orderBy('nodes.ordinal')
    .limit(Math.max(0, Math.min(limit, searchedNodesMax - offset)))
    .offset(offset);
  const rows = await searchRead(matches).execute();
  // A page past the end has no row with the total.
  const { total: matching } = rows[0] ?? (offset === 0 ? { total: 0 } : await countOf(chosen, searchRead));
  const total = Math.min(matching, searchedNodesMax);
  return { items: rows.map(({ key }) => key), page, limit, total, places: total };
};
