import { limits } from '@patchbay/contract';
import { type RawBuilder, sql } from 'kysely';

/** So few rows are read at once, in one call. */
const rowsAtOnce = limits.pageSizeDefault;
/** So many do not fit into a slice. */
const rowsOfSlice = limits.pageSizeMax;

/** What the text of a read that may take long ends with. Comments, so that they mean nothing to a database. */
const marks = { long: '/* long */', scan: '/* scan */' } as const;

/** A read that may look at more than a few rows. */
export type LongReadKind = keyof typeof marks;

interface Markable {
  modifyEnd(modifier: RawBuilder<unknown>): unknown;
}

/**
 * The query, marked as long unless `rowsMax` is known and small. An engine that reads in the thread that answers
 * requests stops such a read at the end of a slice, and has another thread repeat all of it. It checks the time between
 * two rows of the result and wherever the query has `engine.isInTime`.
 */
export const longRead = <Query extends Markable>(query: Query, rowsMax?: number): Query => {
  if (rowsMax !== undefined && rowsMax <= rowsAtOnce) return query;
  return mark(query, rowsMax !== undefined && rowsMax > rowsOfSlice ? 'scan' : 'long');
};

/** As `longRead`, for a query that may look at many rows before its first: another thread reads all of it. */
export const scanRead = <Query extends Markable>(query: Query): Query => mark(query, 'scan');

/** Undefined for a text without a mark. */
export const longReadKind = (text: string): LongReadKind | undefined =>
  kinds.find((kind) => text.endsWith(marks[kind]));

const kinds = Object.keys(marks) as LongReadKind[];

const mark = <Query extends Markable>(query: Query, kind: LongReadKind): Query =>
  query.modifyEnd(sql.raw(marks[kind])) as Query;

const secondsMax = { list: limits.readSecondsMax, search: limits.searchSecondsMax } as const;

/** A list or a search took longer than it may, and was ended. */
export class ReadTimeoutError extends Error {
  readonly kind: keyof typeof secondsMax;

  constructor(kind: keyof typeof secondsMax, options: { cause?: unknown } = {}) {
    super(`a ${kind} took longer than ${secondsMax[kind]} s`, options);
    this.kind = kind;
  }
}
