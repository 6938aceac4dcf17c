import { limits } from '@patchbay/contract';
import { type RawBuilder, sql } from 'kysely';

/** So many rows are read at once: to read so few apart costs more than it spares. */
const rowsAtOnce = limits.pageSizeDefault;

/** What the text of a read that may take long ends with. Comments, so that they mean nothing to a database. */
const marks = { long: '/* long */', search: '/* search */', scan: '/* scan */' } as const;

/** A read that may look at more than a few rows. */
export type LongReadKind = keyof typeof marks;

/** After which a read is ended. */
export const readSecondsMax: Readonly<Record<LongReadKind, number>> = {
  long: limits.readSecondsMax,
  scan: limits.readSecondsMax,
  search: limits.searchSecondsMax,
};

interface Markable {
  modifyEnd(modifier: RawBuilder<unknown>): unknown;
}

/**
 * The query, marked as long unless it looks at `rowsMax` rows at most and those are few. An engine that reads in the
 * thread that answers requests stops such a read when a slice is over, which it sees between two rows of the result
 * and wherever the query says `engine.isInTime`, and has another thread read all of it.
 */
export const longRead = <Query extends Markable>(query: Query, rowsMax = Infinity): Query =>
  rowsMax > rowsAtOnce ? mark(query, 'long') : query;

/** As `longRead`, for a search, which has less time. */
export const searchRead = <Query extends Markable>(query: Query): Query => mark(query, 'search');

/** As `longRead`, for a query that may look at many rows before its first: another thread reads all of it. */
export const scanRead = <Query extends Markable>(query: Query): Query => mark(query, 'scan');

/** Undefined for a text without a mark. */
export const longReadKind = (text: string): LongReadKind | undefined =>
  kinds.find((kind) => text.endsWith(marks[kind]));

const kinds = Object.keys(marks) as LongReadKind[];

const mark = <Query extends Markable>(query: Query, kind: LongReadKind): Query =>
  query.modifyEnd(sql.raw(marks[kind])) as Query;
