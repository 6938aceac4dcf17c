import type { Kysely } from 'kysely';
import type { Reader } from './store.ts';
import type { Tables } from './tables.ts';

/** What a reader that shares has found, by query and arguments. */
const found = new WeakMap<Reader, Map<object, Map<string, Promise<unknown>>>>();

/**
 * A reader for one page, whose calls look up the same rows: a prepared query with the same arguments runs once. What it
 * has read stays as it was, so it must not outlive the page.
 */
export const shareReads = (read: Reader): Reader => {
  const own = (read as unknown as Kysely<Tables>).withTables<Record<string, never>>() as unknown as Reader;
  found.set(own, new Map());
  return own;
};

/** What `find` finds, or what it found for this reader and these arguments before if the reader shares. */
export const onceFor = <Result>(
  read: Reader,
  query: object,
  args: readonly string[],
  find: () => Promise<Result>,
): Promise<Result> => {
  const queries = found.get(read);
  if (queries === undefined) return find();
  const known = queries.get(query) ?? new Map<string, Promise<unknown>>();
  queries.set(query, known);
  const key = args.join('\0');
  const result = (known.get(key) as Promise<Result> | undefined) ?? find();
  known.set(key, result);
  return result;
};
