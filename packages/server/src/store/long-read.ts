import { type RawBuilder, sql } from 'kysely';

/** Fewer rows are read at once: to pause between them costs more than it spares. */
const rowsAtOnce = 20;

/** What the text of a long read ends with. A comment, so that it means nothing to a database. */
export const longReadMark = '/* long */';

const mark = sql.raw(longReadMark);

/**
 * The query, marked as long where it may answer more than a few rows. An engine that reads in the thread that
 * answers requests pauses between the rows of such a query.
 */
export const longRead = <Query extends { modifyEnd(modifier: RawBuilder<unknown>): Query }>(
  query: Query,
  rowsMax: number,
): Query => (rowsMax > rowsAtOnce ? query.modifyEnd(mark) : query);
