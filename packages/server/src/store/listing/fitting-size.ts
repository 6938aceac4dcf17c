import { limits } from '@patchbay/contract';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';

/** How many items a page may hold at most, the more the better. */
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

/** What an answer holds of an item besides the texts that are measured: its ids, states, times and addresses. */
const fixedBytes = 2_048;

/** The bytes that texts of a row bring to an answer. */
export const measured = (...columns: readonly string[]): RawBuilder<number> => {
  const lengths = columns.map((column) => sql`octet_length(coalesce(${sql.ref(column)}, ''))`);
  return sql<number>`${sql.lit(fixedBytes)} + ${sql.join(lengths, sql` + `)}`;
};

/**
 * How many items of a list a page holds at most: so many that the largest of them, all on one page, stay within
 * `limits.answerBytesMax`. `bytes` is what an answer holds of one. See docs/decisions/0025-pages-that-fit.md.
 */
export const findFittingSize = async <DB, TB extends keyof DB>(
  items: SelectQueryBuilder<DB, TB, object>,
  bytes: RawBuilder<number>,
): Promise<number> => {
  const rows = await items
    .select(bytes.as('bytes'))
    .orderBy(sql`bytes`, 'desc')
    .limit(largest)
    .$castTo<{ bytes: number }>()
    .execute();
  let sum = 0;
  for (const [index, row] of rows.entries()) {
    sum += row.bytes;
    if (sum > limits.answerBytesMax) return smaller.find((size) => size <= index) ?? 1;
  }
  return largest;
};
