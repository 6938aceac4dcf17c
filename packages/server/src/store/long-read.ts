import { limits } from '@patchbay/contract';
import { type RawBuilder, sql } from 'kysely';

/** So many rows are read at once: to read so few apart costs more than it spares. */
const rowsAtOnce = limits.pageSizeDefault;

/** What the text of a read that may take long ends with. Comments, so that they mean nothing to a database. */
const marks = { long: '/* long */', search: '/* search */' } as const;

/** A read that may look at more than a few rows; each kind has a deadline. */
export type LongReadKind = keyof typeof marks;

/** After which a read is ended. */
export const readSecondsMax: Readonly<Record<LongReadKind, number>> = {
  long: limits.readSecondsMax,
  search: limits.searchSecondsMax,
};

interface Markable {
  modifyEnd(modifier: RawBuilder<unknown>): unknown;
}

/**
 * The query, marked as long unless it looks at `rowsMax` rows at most and those are few. An engine that reads in the
 * thread that answers requests has another thread read what is marked.
 */
export const longRead = <Query extends Markable>(query: Query, rowsMax = Infinity): Query =>
  rowsMax > rowsAtOnce ? mark(query, 'long') : query;

/** The query, marked as a search. */
export const searchRead = <Query extends Markable>(query: Query): Query => mark(query, 'search');

/** Undefined for a text without a mark. */
export const longReadKind = (text: string): LongReadKind | undefined => {
  if (text.endsWith(marks.long)) return 'long';
  return text.endsWith(marks.search) ? 'search' : undefined;
};

const mark = <Query extends Markable>(query: Query, kind: LongReadKind): Query =>
  query.modifyEnd(sql.raw(marks[kind])) as Query;
