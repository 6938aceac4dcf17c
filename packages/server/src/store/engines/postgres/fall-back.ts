import type { QueryResult } from 'pg';
import { isUnavailable } from './faults.ts';
import { type ConnectionPool, queryOnce } from './pool.ts';

/** How often one read tries a replica that was unavailable. */
const pauseMs = 5_000;

/** Single reads from the replica, or from the primary while the replica is unavailable. */
export const fallBack = (replica: ConnectionPool, primary: ConnectionPool): ConnectionPool => {
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
