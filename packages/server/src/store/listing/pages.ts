import { limits } from '@patchbay/contract';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { type longRead, scanRead } from '../long-read.ts';
import { prepare } from '../prepare.ts';
import type { ReadConnection, Store, Writer } from '../store.ts';

/** The maximum number of items on a page. */
const [largest, ...smaller] = [
  limits.cataloguePageSizeMax,
  500,
  250,
  limits.pageSizeMax,
  50,
  25,
  10,
  5,
  1,
] as const;

/** The bytes of an item in a response besides the measured texts: ids, states, times and URLs. */
const fixedBytes = 2_048;

/** The bytes that a row's texts add to a response. */
export const measured = (...columns: readonly string[]): RawBuilder<number> => {
  const lengths = columns.map((column) => sql`octet_length(coalesce(${sql.ref(column)}, ''))`);
  return sql<number>`${sql.lit(fixedBytes)} + ${sql.join(lengths, sql` + `)}`;
};

/**
 * The maximum number of items on a page: even if the page holds the largest of them, the response stays within
 * `limits.answerBytesMax`. `bytes` is the size of one in a response. See docs/decisions/lists-search-and-counters.md.
 */
const findFittingSize = async <DB, TB extends keyof DB>(
  items: SelectQueryBuilder<DB, TB, object>,
  bytes: RawBuilder<number>,
  read: typeof longRead = scanRead,
): Promise<number> => {
  const sizes = items
    .select(bytes.as('bytes'))
    .orderBy(sql`bytes`, 'desc')
    .limit(largest)
    .$castTo<{ bytes: number }>();
  const rows = await read(sizes).execute();
  let sum = 0;
  for (const [index, row] of rows.entries()) {
    sum += row.bytes;
    if (sum > limits.answerBytesMax) return smaller.find((size) => size <= index) ?? 1;
  }
  return largest;
};

/** One page of a list, with the totals that a caller needs for the next. */
export interface Page<Item> {
  items: Item[];
  page: number;
  limit: number;
  total: number;
  /** The number of positions on all pages: `total`, or more if some are empty. */
  places: number;
}

/** A requested page. */
export interface Asked {
  page: number;
  limit: number;
  offset: number;
}

/** The requested page: numbered from 1, with `fallback` items where the request names no number, and at most `max`. */
export const pageOf = (
  query: { page?: number; limit?: number },
  { fallback = limits.pageSizeDefault, max = limits.pageSizeMax }: { fallback?: number; max?: number } = {},
): Asked => {
  const page = Math.max(query.page ?? 1, 1);
  const limit = Math.min(query.limit === undefined || query.limit < 1 ? fallback : query.limit, max);
  return { page, limit, offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER) };
};

/** The requested page of a list that is a bare array. */
export const barePageOf = (query: { page?: number; limit?: number }): Asked =>
  pageOf(query, { fallback: limits.barePageSizeMax, max: limits.barePageSizeMax });

/**
 * A page of the chosen rows, in the order of `inOrder`. With `bytes`, the size of an item in a response,
 * a page of more than `limits.pageSizeMax` items is shortened so that any page of the list fits into a response.
 * `read` is for a list whose order is that of an index.
 */
export const findPage = async <DB, TB extends keyof DB, Row, Item>(
  chosen: SelectQueryBuilder<DB, TB, object>,
  asked: Asked,
  inOrder: (chosen: SelectQueryBuilder<DB, TB, object>) => SelectQueryBuilder<DB, TB, Row>,
  fromRow: (row: Row) => Item,
  bytes?: RawBuilder<number>,
  read: typeof longRead = scanRead,
): Promise<Page<Item>> => {
  const { page, limit, offset } = bytes === undefined ? asked : await fitted(asked, chosen, bytes, read);
  const rows = await read(inOrder(chosen).limit(limit).offset(offset)).execute();
  // A page that is not full is the last one, unless it lies past the end.
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
  const { total } = isLast ? { total: offset + rows.length } : await countOf(chosen, read);
  return { items: rows.map((row) => fromRow(row as Row)), page, limit, total, places: total };
};

const fitted = async <DB, TB extends keyof DB>(
  asked: Asked,
  chosen: SelectQueryBuilder<DB, TB, object>,
  bytes: RawBuilder<number>,
  read: typeof longRead,
): Promise<Asked> =>
  asked.limit <= limits.pageSizeMax
    ? asked
    : pageOf(asked, { fallback: asked.limit, max: await findFittingSize(chosen, bytes, read) });

export const countOf = <DB, TB extends keyof DB>(
  chosen: SelectQueryBuilder<DB, TB, object>,
  read: typeof longRead,
): Promise<{ total: number }> =>
  read(chosen.select((eb) => eb.fn.countAll<number>().as('total'))).executeTakeFirstOrThrow() as Promise<{
    total: number;
  }>;

/**
 * The maximum number of nodes on a page, in any list and any order: even if a page holds the largest nodes,
 * the response stays within `limits.answerBytesMax`. See docs/decisions/lists-search-and-counters.md.
 */
export const findPageMax = async (read: ReadConnection): Promise<number> => {
  const pageMax = await findPageMaxRow(read);
  if (pageMax === undefined) throw new Error('the list of nodes has no row');
  return pageMax;
};

const findPageMaxRow = prepare(
  (read) => read.selectFrom('places').select('page_max').where('list', '=', 'nodes'),
  ({ page_max: pageMax }) => pageMax,
);

/**
 * Lowers the size of pages when nodes have become too large for it, of which one has `bytes` now. In the transaction
 * that writes the node.
 */
export const fitPages = async (tx: Writer, bytes: number): Promise<void> => {
  const known = await findPageMax(tx.db);
  // Pages of nodes of this size or smaller fit.
  if (bytes * known <= limits.answerBytesMax) return;
  const fitting = await findNodesSize(tx.db);
  if (fitting < known) await setPageMax(tx, fitting);
};

/** Sets the page size to what fits now. During crawls it is only lowered. */
export const refitPages = async (store: Store): Promise<void> => {
  if ((await findNodesSize(store.read)) === (await findPageMax(store.read))) return;
  await store.write({ actor: 'server' }, async (tx) => setPageMax(tx, await findNodesSize(tx.db)));
};

const setPageMax = async (tx: Writer, size: number): Promise<void> => {
  await tx.db.updateTable('places').set({ page_max: size }).where('list', '=', 'nodes').execute();
};

/** The maximum number of nodes on a page that fits what they are now. */
export const findNodesSize = (read: ReadConnection): Promise<number> =>
  findFittingSize(read.selectFrom('nodes'), sql.ref<number>('nodes.bytes'));
