import { limits } from '@patchbay/contract';
import type { RawBuilder, SelectQueryBuilder } from 'kysely';
import { mapInSlices } from '../../map-in-slices.ts';
import { longRead } from '../long-read.ts';
import { findFittingSize } from './fitting-size.ts';

/** One page of a list, with what a caller needs to ask for the next. */
export interface Page<Item> {
  items: Item[];
  page: number;
  limit: number;
  total: number;
  /** How many places all pages together have: `total`, or more where some stay empty. */
  places: number;
}

/** A page as it was asked for. */
export interface Asked {
  page: number;
  limit: number;
  offset: number;
}

/** The page asked for: from 1, of `fallback` items unless said otherwise, and of `max` at most. */
export const pageOf = (
  query: { page?: number; limit?: number },
  { fallback, max }: { fallback: number; max: number },
): Asked => {
  const page = Math.max(query.page ?? 1, 1);
  const limit = Math.min(query.limit === undefined || query.limit < 1 ? fallback : query.limit, max);
  return { page, limit, offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER) };
};

/** The page asked for of a list that is a bare array. */
export const barePageOf = (query: { page?: number; limit?: number }): Asked =>
  pageOf(query, { fallback: limits.barePageSizeMax, max: limits.barePageSizeMax });

/**
 * The page of all that is chosen, in the order in which `inOrder` selects it. With `bytes`, what an answer holds of an
 * item, a page of more than `limits.pageSizeMax` items holds so many that any page of the list fits into an answer.
 */
export const findPage = async <DB, TB extends keyof DB, Row, Item>(
  chosen: SelectQueryBuilder<DB, TB, object>,
  asked: Asked,
  inOrder: (chosen: SelectQueryBuilder<DB, TB, object>) => SelectQueryBuilder<DB, TB, Row>,
  fromRow: (row: Row) => Item,
  bytes?: RawBuilder<number>,
): Promise<Page<Item>> => {
  const { page, limit, offset } = bytes === undefined ? asked : await fitted(asked, chosen, bytes);
  const rows = await longRead(inOrder(chosen).limit(limit).offset(offset), limit).execute();
  // A page that has room left is the last, unless it lies behind that one.
  const isLast = rows.length < limit && (rows.length > 0 || offset === 0);
  const { total } = isLast ? { total: offset + rows.length } : await countOf(chosen);
  return { items: await mapInSlices(rows, (row) => fromRow(row as Row)), page, limit, total, places: total };
};

const fitted = async <DB, TB extends keyof DB>(
  asked: Asked,
  chosen: SelectQueryBuilder<DB, TB, object>,
  bytes: RawBuilder<number>,
): Promise<Asked> =>
  asked.limit <= limits.pageSizeMax
    ? asked
    : pageOf(asked, { fallback: asked.limit, max: await findFittingSize(chosen, bytes) });

export const countOf = <DB, TB extends keyof DB>(
  chosen: SelectQueryBuilder<DB, TB, object>,
): Promise<{ total: number }> =>
  chosen.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow() as Promise<{
    total: number;
  }>;
