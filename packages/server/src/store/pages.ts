import type { SelectQueryBuilder } from 'kysely';

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
  const limit = query.limit === undefined || query.limit < 1 ? fallback : Math.min(query.limit, max);
  return { page, limit, offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER) };
};

/** The page of all that is chosen, in the order in which `inOrder` selects it. */
export const findPage = async <DB, TB extends keyof DB, Row, Item>(
  chosen: SelectQueryBuilder<DB, TB, object>,
  { page, limit, offset }: Asked,
  inOrder: (chosen: SelectQueryBuilder<DB, TB, object>) => SelectQueryBuilder<DB, TB, Row>,
  fromRow: (row: Row) => Item,
): Promise<Page<Item>> => {
  const rows = await inOrder(chosen).limit(limit).offset(offset).execute();
  const { total } = await countOf(chosen);
  return { items: rows.map((row) => fromRow(row as Row)), page, limit, total, places: total };
};

export const countOf = <DB, TB extends keyof DB>(
  chosen: SelectQueryBuilder<DB, TB, object>,
): Promise<{ total: number }> =>
  chosen.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow() as Promise<{
    total: number;
  }>;
