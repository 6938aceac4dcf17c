import type { CompiledQuery, Kysely } from 'kysely';
import { onceFor } from './share-reads.ts';
import type { Reader } from './store.ts';
import type { Tables } from './tables.ts';

/** A placeholder for an argument; no caller can send it. */
const placeholder = (index: number): string => `\0${index}`;

/** Must put the arguments into the query as they are. */
type Build<Arguments extends string[], Output> = (
  read: Reader,
  ...args: Arguments
) => { compile(): CompiledQuery<Output> };

interface Prepared<Output> {
  query: CompiledQuery<Output>;
  /** For each parameter of the query, the index of its argument, or -1 if it is constant. */
  slots: readonly number[];
}

/**
 * A query with text arguments whose SQL is built once for each database. For queries that run so often that building
 * them would cost more than running them. Resolves to the result of `toRecord` for the first row, or to undefined if
 * there is none.
 */
export const prepare = <Arguments extends string[], Output, Result>(
  build: Build<Arguments, Output>,
  toRecord: (row: Output) => Result,
): ((read: Reader, ...args: Arguments) => Promise<Result | undefined>) =>
  prepareFor(build, ([row]) => row && toRecord(row));

/** As `prepare`, for all rows. */
export const prepareList = <Arguments extends string[], Output, Result>(
  build: Build<Arguments, Output>,
  toRecord: (row: Output) => Result,
): ((read: Reader, ...args: Arguments) => Promise<Result[]>) =>
  prepareFor(build, (rows) => rows.map(toRecord));

const prepareFor = <Arguments extends string[], Output, Result>(
  build: Build<Arguments, Output>,
  toResult: (rows: Output[]) => Result,
): ((read: Reader, ...args: Arguments) => Promise<Result>) => {
  const prepared = new WeakMap<object, Prepared<Output>>();
  const find = async (read: Reader, args: Arguments): Promise<Result> => {
    // A reader has all methods of a database but hides those that write; this query only selects.
    const db = read as unknown as Kysely<Tables>;
    // A transaction uses the one of its database.
    const { adapter } = db.getExecutor();
    const known = prepared.get(adapter);
    const { query, slots } = known ?? prepareNow(build, read, args);
    if (known === undefined) prepared.set(adapter, { query, slots });
    const parameters = query.parameters.map((value, index) => args[slots[index] ?? -1] ?? value);
    const { rows } = await db.executeQuery<Output>({ ...query, parameters });
    return toResult(rows);
  };
  return (read, ...args) => onceFor(read, find, args, () => find(read, args));
};

const prepareNow = <Arguments extends string[], Output>(
  build: Build<Arguments, Output>,
  read: Reader,
  args: Arguments,
): Prepared<Output> => {
  const placeholders = args.map((_, index) => placeholder(index)) as Arguments;
  const query = build(read, ...placeholders).compile();
  return { query, slots: query.parameters.map((value) => placeholders.indexOf(value as string)) };
};
