import { limits } from '@patchbay/contract';
import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import { type longRead, scanRead } from '../long-read.ts';
import { findFittingSize } from './fitting-size.ts';

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

/** The requested page: numbered from 1, with `fallback` items by default and at most `max`. */
export const pageOf = (
  query: { page?: number; limit?: number },
  { fallback, max }: { fallback: number; max: number },
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
