import type { QueryResult } from 'pg';
import { longReadKind, ReadTimeoutError } from '../../long-read.ts';
import { isCanceled, isUnavailable } from './faults.ts';
import { type ConnectionPool, queryOnce } from './pool.ts';

/** Single reads, searches on connections of their own: with a shorter deadline, and so that no list waits for them. */
export const splitSearches = (reads: ConnectionPool, searches: ConnectionPool): ConnectionPool => {
  const query = async (text: string, values: readonly unknown[]): Promise<QueryResult> => {
    const kind = longReadKind(text);
    try {
      return await queryOnce(kind === 'search' ? searches : reads, text, values);
    } catch (error) {
      throw kind !== undefined && isCanceled(error) ? new ReadTimeoutError(kind, { cause: error }) : error;
    }
  };
  return {
    options: reads.options,
    connect: () => Promise.resolve({ query, release: () => undefined }),
    usage: () => reads.usage(),
    end: async () => {
      await Promise.all([reads.end(), searches.end()]);
    },
  };
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
    if (!isAway || Date.now() >= nextTry) {
      nextTry = Date.now() + pauseMs;
      try {
        const result = await queryOnce(replica, text, values);
        isAway = false;
        return result;
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        if (!isAway) onFailure(new Error('the replica is unavailable', { cause: error }));
        isAway = true;
      }
    }
    return queryOnce(primary, text, values);
  };
  return {
    options: replica.options,
    connect: () => Promise.resolve({ query, release: () => undefined }),
    usage: () => replica.usage(),
    end: () => replica.end(),
  };
};
