import type { QueryResult } from 'pg';
import { longReadKind, ReadTimeoutError } from '../../long-read.ts';
import { isCanceled, isOfOtherTables, isUnavailable } from './faults.ts';
import { type Connection, type ConnectionPool, queryOnce } from './pool.ts';

/** For whom each statement may run on another connection. */
const connecting = (query: Connection['query']): Pick<ConnectionPool, 'connect'> => ({
  connect: () => Promise.resolve({ query, release: () => undefined }),
});

/** Single reads, of which a marked one that took too long fails with a ReadTimeoutError. */
export const asReads = (pool: ConnectionPool): ConnectionPool => {
  const query = async (text: string, values: readonly unknown[]): Promise<QueryResult> => {
    try {
      return await queryOnce(pool, text, values);
    } catch (error) {
      throw longReadKind(text) !== undefined && isCanceled(error)
        ? new ReadTimeoutError('list', { cause: error })
        : error;
    }
  };
  return { ...pool, ...connecting(query) };
};

/** How often one read tries a replica that was unavailable. */
const pauseMs = 5_000;

/** Single reads from the replica, or from the primary while the replica is unavailable, of which `onFailure` gets the cause. */
export const fallBack = (
  replica: ConnectionPool,
  primary: ConnectionPool,
  onFailure: (error: Error) => void,
): ConnectionPool => {
  let isAway = false;
  let nextTry = 0;
  const query = async (text: string, values: readonly unknown[]): Promise<QueryResult> => {
    if (!isAway || performance.now() >= nextTry) {
      nextTry = performance.now() + pauseMs;
      try {
        const result = await queryOnce(replica, text, values);
        isAway = false;
        return result;
      } catch (error) {
        if (!isUnavailable(error) && !isOfOtherTables(error)) throw error;
        if (!isAway) onFailure(new Error('the replica is unavailable', { cause: error }));
        isAway = true;
      }
    }
    return queryOnce(primary, text, values);
  };
  return { ...replica, ...connecting(query) };
};
