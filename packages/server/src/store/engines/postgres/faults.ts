import { DatabaseError } from 'pg';
import { DatabaseBusyError } from '../../../errors.ts';

/** The database is unreachable. */
export class DatabaseAwayError extends Error {
  constructor(cause: unknown) {
    super('the database cannot be reached', { cause });
  }
}

/** An error without a code of the database comes from the connection. */
export const toDatabaseFault = (error: unknown): Error =>
  error instanceof DatabaseError || error instanceof DatabaseAwayError ? error : new DatabaseAwayError(error);

/** The write lock, for which a statement waited until it was canceled. */
export const toLockFault = (error: unknown): unknown =>
  isCanceled(error)
    ? new DatabaseBusyError('another write held the lock for too long', { cause: error })
    : error;

/** Codes of PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const uniqueViolation = '23505';
const staleStatement = '0A000';
const readOnly = '25006';
const canceled = '57014';
const passing = new Set([
  readOnly /* as after a failover */,
  '25P03' /* idle in a transaction for too long */,
  '40001' /* serialization failure, or a conflict on a replica */,
  '40P01' /* deadlock */,
  '55P03' /* lock not available in time */,
]);
const passingClasses = new Set([
  '08' /* connection */,
  '28' /* the password is refused */,
  '3D' /* there is no such database */,
  '53' /* resources are short */,
  '57' /* operator intervention, and time-outs */,
  '58' /* the system below */,
]);

const forbidden = new Set(['42501' /* a right is missing */, '3F000' /* no schema to make tables in */]);

/** Of a replica that has not taken the last migration yet: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const unknownNames = new Set(['42P01' /* table */, '42703' /* column */]);

const codeOf = (error: unknown): string => (error instanceof DatabaseError ? (error.code ?? '') : '');

/** Whether the user of the connection lacks a right, or a schema in which it may make tables. */
export const isForbidden = (error: unknown): boolean => forbidden.has(codeOf(error));

/** Whether a statement names a table or a column that the database does not have. */
export const isOfOtherTables = (error: unknown): boolean => unknownNames.has(codeOf(error));

export const isUniqueViolation = (error: unknown): boolean => codeOf(error) === uniqueViolation;

/** Whether a statement was canceled, which takes longer than it may. */
export const isCanceled = (error: unknown): boolean => codeOf(error) === canceled;

const isStaleStatement = (error: unknown): boolean =>
  codeOf(error) === staleStatement && /cached plan/.test((error as Error).message);

/** Whether the connection has a plan from before a migration, or may only read; the next one may have neither fault. */
export const isOfConnection = (error: unknown): boolean =>
  isStaleStatement(error) || codeOf(error) === readOnly;

export const isUnavailable = (error: unknown): boolean => {
  const code = codeOf(error);
  return (
    error instanceof DatabaseAwayError ||
    error instanceof DatabaseBusyError ||
    passing.has(code) ||
    passingClasses.has(code.slice(0, 2)) ||
    isStaleStatement(error)
  );
};
