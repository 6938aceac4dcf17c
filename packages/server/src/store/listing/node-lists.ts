import { limits } from '@patchbay/contract';
import { dayAfter } from '@patchbay/contract/days';
import { type RawBuilder, sql } from 'kysely';
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
  by: keyof typeof orders | 'github_stars' | 'trending';
  descending: boolean;
}

/** So many days up to the last one with a download make a node trend. They end with a row, so that an answer can be kept. */
const trendDays = 7;

/** What nodes are sorted by where no index has it, because few ask for it. */
const computed = async ({ read, engine }: Store, by: NodeOrder['by']): Promise<RawBuilder<unknown>> => {
  switch (by) {
    case 'trending':
      return sql`(select coalesce(sum(recent.downloads), 0) from daily_downloads as recent
        where recent.node_key = nodes.key and recent.day >= ${await findTrendsSince(read)})`;
    case 'github_stars':
      return sql`coalesce(cast(${engine.jsonText(sql.ref('nodes.moderation_json'), 'github_stars')} as integer), 0)`;
    default:
      return sql`lower(nodes.id)`;
  }
};

/** The column of an index that has the nodes in this order. That of their keys has them by their first ids. */
const columnOf = async (read: ReadConnection, by: NodeOrder['by']): Promise<string | undefined> => {
  if (by === 'trending' || by === 'github_stars') return undefined;
  return by === 'id' && (await isAnyRenamed(read)) ? undefined : orders[by];
};

const isAnyRenamed = async (read: ReadConnection): Promise<boolean> =>
  (await read.selectFrom('renamed_nodes').select('node_key').limit(1).executeTakeFirst()) !== undefined;

const findTrendsSince = async (read: ReadConnection): Promise<string> => {
  const { last } = await read
    .selectFrom('daily_downloads')
    .select((eb) => eb.fn.max('day').as('last'))
    .executeTakeFirstOrThrow();
  return last === null ? '' : dayAfter(last, 1 - trendDays);
};

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

const isCounted = ({ by }: NodeOrder): boolean => ['downloads', 'github_stars', 'trending'].includes(by);

const findSomeNodes = async (
  store: Store,
  filter: NodeFilter,
  order: NodeOrder,
  { page, limit, offset }: Asked,
): Promise<Page<string>> => {
  const direction = order.descending ? 'desc' : 'asc';
  const column = await columnOf(store.read, order.by);
  const keys = selectNodes(store, filter)
    .select('nodes.key')
    .orderBy(column === undefined ? await computed(store, order.by) : sql.ref(column), direction)
    .$if(order.by === 'trending' || order.by === 'github_stars', (query) =>
      query.orderBy('nodes.downloads', 'desc'),
    )
    // Many nodes have as many downloads as others, none.
    .orderBy('nodes.key', isCounted(order) ? 'asc' : direction)
    .limit(limit)
    .offset(offset);
  const isScan = column === undefined || limit > limits.pageSizeMax;
  const rows = await (isScan ? scanRead(keys) : longRead(keys)).execute();
  const total = await countNodes(store, filter);
  return { items: rows.map(({ key }) => key), page, limit, total, places: total };
};
