import type { QueryResult } from 'pg';
import { isUnavailable } from './faults.ts';
import { type ConnectionPool, queryOnce } from './pool.ts';

/** How often a replica that is away is asked whether it is back, by one read that waits for it. */
const pauseMs = 5_000;

/** Single reads of the replica, and of the primary while the replica is away. */
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
