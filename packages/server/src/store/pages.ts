/** One page of a list, with what a caller needs to ask for the next. */
export interface Page<Item> {
  items: Item[];
  page: number;
  limit: number;
  total: number;
}

/** The page asked for: from 1, of `fallback` items unless said otherwise, and of `max` at most. */
export const pageOf = (
  query: { page?: number; limit?: number },
  { fallback, max }: { fallback: number; max: number },
): { page: number; limit: number; offset: number } => {
  const page = Math.max(query.page ?? 1, 1);
  const limit = query.limit === undefined || query.limit < 1 ? fallback : Math.min(query.limit, max);
  return { page, limit, offset: Math.min((page - 1) * limit, Number.MAX_SAFE_INTEGER) };
};
