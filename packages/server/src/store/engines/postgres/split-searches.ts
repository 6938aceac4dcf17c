import type { QueryResult } from 'pg';
import { longReadKind } from '../../long-read.ts';
import { ReadTimeoutError } from '../../read-timeout-error.ts';
import { isCanceled } from './faults.ts';
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
