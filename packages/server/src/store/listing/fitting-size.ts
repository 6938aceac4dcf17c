import { limits } from '@patchbay/contract';
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { type longRead, scanRead } from '../long-read.ts';

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
export const findFittingSize = async <DB, TB extends keyof DB>(
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
