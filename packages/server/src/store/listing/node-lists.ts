import { limits } from '@patchbay/contract';
import { type NodeFilter, countNodes, isWhole, selectNodes } from './node-filter.ts';
import type { Asked, Page } from './pages.ts';
import { findPageByPosition } from './positions.ts';
import { longRead, scanRead } from '../long-read.ts';
import type { ReadConnection, Store } from '../store.ts';

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
 * The keys of the listed nodes. The whole list in its natural order is paged by position, which is safe to crawl while others
 * write; filters and other orders are paged by offset.
 */
export const findNodes = (
  store: Store,
  filter: NodeFilter,
  order: NodeOrder | undefined,
  asked: Asked,
): Promise<Page<string>> =>
  isWhole(filter) && order === undefined
    ? findAllNodes(store.read, asked)
    : findSomeNodes(store, filter, order ?? { by: 'place', descending: false }, asked);

const findAllNodes = (read: ReadConnection, asked: Asked): Promise<Page<string>> =>
  findPageByPosition(read, 'nodes', asked, async ({ after, upTo }) => {
    const keys = read
      .selectFrom('nodes')
      .select('nodes.key')
      .where('nodes.listed', '=', 1)
      .where('nodes.ordinal', '>', after)
      .where('nodes.ordinal', '<=', upTo)
      .orderBy('nodes.ordinal');
    const rows = await longRead(keys, upTo - after).execute();
    return rows.map(({ key }) => key);
  });

const findSomeNodes = async (
  store: Store,
  filter: NodeFilter,
  { by, descending }: NodeOrder,
  { page, limit, offset }: Asked,
): Promise<Page<string>> => {
  const direction = descending ? 'desc' : 'asc';
  const chosen = selectNodes(store, filter);
  const keys = chosen
    .select('nodes.key')
    .orderBy(orders[by], direction)
    .orderBy('nodes.key', direction)
    .limit(limit)
    .offset(offset);
  const rows = await (limit > limits.pageSizeMax ? scanRead(keys) : longRead(keys)).execute();
  const total = await countNodes(store, filter);
  return { items: rows.map(({ key }) => key), page, limit, total, places: total };
};
