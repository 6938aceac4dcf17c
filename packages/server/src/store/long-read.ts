import { limits } from '@patchbay/contract';
import { type RawBuilder, sql } from 'kysely';

/** So many rows are read at once: to pause between so few costs more than it spares. */
const rowsAtOnce = limits.pageSizeDefault;

/** What the text of a long read ends with. A comment, so that it means nothing to a database. */
export const longReadMark = '/* long */';

const mark = sql.raw(longReadMark);

/**
 * The query, marked as long where it may look at more than a few rows. An engine that reads in the thread that
 * answers requests waits for a slice to begin such a query, and pauses between its rows.
 */
export const longRead = <Query extends { modifyEnd(modifier: RawBuilder<unknown>): Query }>(
  query: Query,
  rowsMax: number,
): Query => (rowsMax > rowsAtOnce ? query.modifyEnd(mark) : query);
