import type { QueryResult } from 'pg';
import { isUnavailable } from './faults.ts';
import type { ConnectionPool } from './pool.ts';

/** For how long a replica that was away is not asked. */
const pauseMs = 5_000;

/** Single reads of the replica, and of the primary while the replica is away. */
export const fallBack = (replica: ConnectionPool, primary: ConnectionPool): ConnectionPool => {
  let awayUntil = 0;
  const query = async (text: string, values: readonly unknown[]): Promise<QueryResult> => {
    if (Date.now() >= awayUntil) {
      try {
        return await queryOnce(replica, text, values);
      } catch (error) {
        if (!isUnavailable(error)) throw error;
        awayUntil = Date.now() + pauseMs;
      }
    }
    return queryOnce(primary, text, values);
  };
  return {
    options: replica.options,
    connect: () => Promise.resolve({ query, release: () => undefined }),
    end: () => replica.end(),
  };
};

const queryOnce = async (
  pool: ConnectionPool,
  text: string,
  values: readonly unknown[],
): Promise<QueryResult> => {
  const connection = await pool.connect();
  try {
    return await connection.query(text, values);
  } finally {
    connection.release();
  }
};
