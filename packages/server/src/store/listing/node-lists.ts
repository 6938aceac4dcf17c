import { limits } from '@patchbay/contract';
import { sql } from 'kysely';
import { type NodeCard, selectCards, toCard } from '../rows/node-cards.ts';
import { byPosition, rowNumber } from './by-position.ts';
import { type NodeFilter, countNodes, isWhole, selectNodes } from './node-filter.ts';
import type { Asked, Page } from './pages.ts';
import { findPageByPosition } from './positions.ts';
import { longRead, scanRead } from '../long-read.ts';
import type { Reader, Store } from '../store.ts';

/** The sort keys of lists of nodes. */
const orders = {
  place: 'nodes.ordinal',
  id: 'nodes.key',
  name: 'nodes.name',
  downloads: 'nodes.downloads',
  created_at: 'nodes.created_at',
  updated_at: 'nodes.updated_at',
} as const;

export interface NodeOrder {
  by: keyof typeof orders;
  descending: boolean;
}

/**
 * The listed nodes. The whole list in its natural order is paged by position, which is safe to crawl while others
 * write; filters and other orders are paged by offset.
 */
export const findNodes = (
  store: Store,
  filter: NodeFilter,
  order: NodeOrder | undefined,
  asked: Asked,
): Promise<Page<NodeCard>> =>
  isWhole(filter) && order === undefined
    ? findAllNodes(store.read, asked)
    : findSomeNodes(store, filter, order ?? { by: 'place', descending: false }, asked);

const findAllNodes = (read: Reader, asked: Asked): Promise<Page<NodeCard>> =>
  findPageByPosition(read, 'nodes', asked, async ({ after, upTo }) => {
    const cards = selectCards(read)
      .where('nodes.listed', '=', 1)
      .where('nodes.ordinal', '>', after)
      .where('nodes.ordinal', '<=', upTo)
      .orderBy('nodes.ordinal');
    const rows = await longRead(cards, upTo - after).execute();
    return rows.map(toCard);
  });

const findSomeNodes = async (
  store: Store,
  filter: NodeFilter,
  { by, descending }: NodeOrder,
  { page, limit, offset }: Asked,
): Promise<Page<NodeCard>> => {
  const direction = descending ? 'desc' : 'asc';
  const chosen = selectNodes(store, filter);
  // Only keys are sorted and skipped; full rows are read for one page.
  const keys = chosen
    .select(['nodes.key', sql`${sql.ref(orders[by])}`.as('value')])
    .orderBy(orders[by], direction)
    .orderBy('nodes.key', direction)
    .limit(limit)
    .offset(offset);
  const placed = store.read
    .selectFrom(keys.as('chosen'))
    .select(['chosen.key', rowNumber(['chosen.value', direction], ['chosen.key', direction]).as('position')]);
  const cards = selectCards(store.read)
    .innerJoin(placed.as('placed'), 'placed.key', 'nodes.key')
    .select('placed.position');
  const rows = await (limit > limits.pageSizeMax ? scanRead(cards) : longRead(cards)).execute();
  const total = await countNodes(store, filter);
  return { items: byPosition(rows).map(toCard), page, limit, total, places: total };
};
