import { sql } from 'kysely';
import { contains } from './contains.ts';
import { accelerator, line } from './catalogue-entry.ts';
import type { SearchWords } from './engine.ts';
import { type NodeCard, selectCards, toCard } from './node-cards.ts';
import { nodeKey } from './nodes.ts';
import { type Asked, type Page, countOf } from './pages.ts';
import { findPlacedPage, findPlaces } from './places.ts';
import type { Reader, Store } from './store.ts';

/** What a list of nodes may be ordered by. */
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

export interface NodeFilter {
  /** Also banned nodes, and those of banned publishers. */
  includeBanned?: boolean | undefined;
  changedAfter?: string | undefined;
  ids?: readonly string[] | undefined;
  /** As `operatingSystem` spells it. */
  os?: string | undefined;
  /** Where the host runs, which narrows further. */
  hostOs?: string | undefined;
  accelerator?: string | undefined;
  /** The declared ranges that fit. */
  appVersionRanges?: readonly string[] | undefined;
}

/**
 * The listed nodes. All of them in their natural order are paged by place, which is safe to crawl while others
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

const isWhole = (filter: NodeFilter): boolean =>
  Object.values(filter).every((value) => value === undefined || value === false);

const findAllNodes = (read: Reader, asked: Asked): Promise<Page<NodeCard>> =>
  findPlacedPage(read, 'nodes', asked, async ({ after, upTo }) => {
    const rows = await selectCards(read)
      .where('nodes.listed', '=', 1)
      .where('nodes.ordinal', '>', after)
      .where('nodes.ordinal', '<=', upTo)
      .orderBy('nodes.ordinal')
      .execute();
    return rows.map(toCard);
  });

const findSomeNodes = async (
  store: Store,
  filter: NodeFilter,
  { by, descending }: NodeOrder,
  { page, limit, offset }: Asked,
): Promise<Page<NodeCard>> => {
  const direction = descending ? 'desc' : 'asc';
  const chosen = filtered(store, filter);
  // Only the keys are skipped over, in the index; the rows are looked up for one page.
  const keys = chosen
    .select('nodes.key')
    .orderBy(orders[by], direction)
    .orderBy('nodes.key', direction)
    .limit(limit)
    .offset(offset);
  const rows = await selectCards(store.read)
    .innerJoin(keys.as('chosen'), 'chosen.key', 'nodes.key')
    .orderBy(orders[by], direction)
    .orderBy('nodes.key', direction)
    .execute();
  const total = isWhole(filter)
    ? (await findPlaces(store.read, 'nodes')).listed
    : (await countOf(chosen)).total;
  return { items: rows.map(toCard), page, limit, total, places: total };
};

/** The nodes in which every word is found: of exactly this id first, then of this name, then by downloads. */
export const searchNodes = async (
  store: Store,
  { query, words }: { query: string; words: SearchWords },
  filter: NodeFilter,
  { page, limit, offset }: Asked,
): Promise<Page<NodeCard>> => {
  const { condition, left } = store.engine.searchIndex(words) ?? { condition: sql.lit(true), left: words };
  const chosen = filtered(store, filter)
    .where(condition)
    .$if(left.anywhere.length + left.appNodes.length > 0, (search) =>
      search.where('nodes.ordinal', 'in', findByTexts(store.read, left)),
    );
  const rank = sql<number>`case when nodes.key = ${query} then 0 when nodes.name = ${query} then 1 else 2 end`;
  const matches = chosen
    .select(['nodes.key', rank.as('rank')])
    .orderBy('rank')
    .orderBy('nodes.downloads', 'desc')
    .orderBy('nodes.ordinal')
    .limit(limit)
    .offset(offset);
  const rows = await selectCards(store.read)
    .innerJoin(matches.as('found'), 'found.key', 'nodes.key')
    .orderBy('found.rank')
    .orderBy('nodes.downloads', 'desc')
    .orderBy('nodes.ordinal')
    .execute();
  const { total } = await countOf(chosen);
  return { items: rows.map(toCard), page, limit, total, places: total };
};

/** Every range of host versions that some node declares, and the empty one. */
export const findAppVersionRanges = async (read: Reader): Promise<string[]> => {
  const rows = await read.selectFrom('nodes').select('supported_app_version').distinct().execute();
  return rows.map(({ supported_app_version }) => supported_app_version);
};

const findByTexts = (read: Reader, { anywhere, appNodes }: SearchWords) =>
  read
    .selectFrom('search_texts')
    .select('ordinal')
    .where((eb) =>
      eb.and([
        ...anywhere.map((word) => eb.or([contains('search_text', word), contains('app_node_names', word)])),
        ...appNodes.map((word) => contains('app_node_names', word)),
      ]),
    );

const filtered = ({ read, engine }: Store, filter: NodeFilter) => {
  const { changedAfter = '', ids = [], os = '', hostOs = '', appVersionRanges = [] } = filter;
  const ranges = engine.pairs(appVersionRanges.map((range) => [range, '']));
  return read
    .selectFrom('nodes')
    .$if(filter.includeBanned === true, (query) => query.where('nodes.status', '!=', 'NodeStatusDeleted'))
    .$if(filter.includeBanned !== true, (query) => query.where('nodes.listed', '=', 1))
    .$if(filter.changedAfter !== undefined, (query) => query.where('nodes.updated_at', '>', changedAfter))
    .$if(filter.ids !== undefined, (query) => query.where('nodes.key', 'in', ids.map(nodeKey)))
    .$if(filter.os !== undefined, (query) => query.where(declares('nodes.supported_os', os)))
    .$if(filter.hostOs !== undefined, (query) => query.where(declares('nodes.supported_os', hostOs)))
    .$if(filter.accelerator !== undefined, (query) =>
      query.where(declares('nodes.supported_accelerators', accelerator(filter.accelerator ?? ''))),
    )
    .$if(filter.appVersionRanges !== undefined, (query) =>
      query.where('nodes.supported_app_version', 'in', (eb) =>
        eb.selectFrom(ranges.as('fitting')).select('fitting.first'),
      ),
    );
};

/** Whether the column names the value, or nothing at all, which fits everything. */
const declares = (column: string, value: string) =>
  sql<boolean>`(${sql.ref(column)} = '' or ${contains(column, line(value))})`;
