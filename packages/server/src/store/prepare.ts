import type { CompiledQuery, Kysely, QueryResult } from 'kysely';
import { longReadKind } from './long-read.ts';
import type { ReadConnection } from './store.ts';
import type { Tables } from './tables.ts';

/** A placeholder for an argument; no caller can send it. */
const placeholder = (name: string | number): string => `\0${name}`;

interface Compilable<Output> {
  compile(): CompiledQuery<Output>;
}

/** Must put the arguments into the query as they are. */
type Build<Arguments extends string[], Output> = (
  read: ReadConnection,
  ...args: Arguments
) => Compilable<Output>;

interface Prepared<Name> {
  query: CompiledQuery;
  /** For each parameter of the query, the name of its argument, or undefined if it is constant. */
  slots: readonly (Name | undefined)[];
}

/** An adapter of a database that answers short reads at once: a tenth of a small request is the promises between. */
export interface ImmediateReads {
  readNow(text: string, parameters: readonly unknown[]): unknown[];
}

/**
 * A query with text arguments whose SQL is built once for each database. For queries that run so often that building
 * them would cost more than running them. Resolves to the result of `toRecord` for the first row, or to undefined if
 * there is none.
 */
export const prepare = <Arguments extends string[], Output, Result>(
  build: Build<Arguments, Output>,
  toRecord: (row: Output) => Result,
): ((read: ReadConnection, ...args: Arguments) => Promise<Result | undefined>) =>
  prepareFor(build, ([row]) => row && toRecord(row));

/** As `prepare`, for all rows. */
export const prepareList = <Arguments extends string[], Output, Result>(
  build: Build<Arguments, Output>,
  toRecord: (row: Output) => Result,
): ((read: ReadConnection, ...args: Arguments) => Promise<Result[]>) =>
  prepareFor(build, (rows) => rows.map(toRecord));

const prepareFor = <Arguments extends string[], Output, Result>(
  build: Build<Arguments, Output>,
  toResult: (rows: Output[]) => Result,
): ((read: ReadConnection, ...args: Arguments) => Promise<Result>) => {
  const prepared = new WeakMap<object, Prepared<number>>();
  const find = async (read: ReadConnection, args: Arguments): Promise<Result> => {
    // A reader has all methods of a database but hides those that write; this query only selects.
    const db = read as unknown as Kysely<Tables>;
    // A transaction uses the one of its database.
    const { adapter } = db.getExecutor();
    let known = prepared.get(adapter);
    if (known === undefined) {
      const placeholders = args.map((_, index) => placeholder(index)) as Arguments;
      known = slot(
        build(read, ...placeholders),
        placeholders.map((text, index) => [text, index]),
      );
      prepared.set(adapter, known);
    }
    const { query, slots } = known;
    const parameters = query.parameters.map((value, index) => {
      const name = slots[index];
      return name === undefined ? value : args[name];
    });
    if ('readNow' in adapter && longReadKind(query.sql) === undefined) {
      return toResult((adapter as unknown as ImmediateReads).readNow(query.sql, parameters) as Output[]);
    }
    const { rows } = await db.executeQuery<Output>({ ...query, parameters });
    return toResult(rows);
  };
  return (read, ...args) => onceFor(read, find, args, () => find(read, args));
};

/**
 * A statement that writes, whose SQL is built once for each database and set of keys in `values`. `build` must put the
 * values into the statement as they are; what it derives from them, or does not get there, is constant.
 */
export const prepareWrite = <Given extends object, Output>(
  build: (db: Kysely<Tables>, values: Given) => Compilable<Output>,
): ((db: Kysely<Tables>, values: Given) => Promise<QueryResult<Output>>) => {
  const prepared = new WeakMap<object, Map<string, Prepared<string>>>();
  return (db, values) => {
    const { adapter } = db.getExecutor();
    const ofDatabase = prepared.get(adapter) ?? new Map<string, Prepared<string>>();
    prepared.set(adapter, ofDatabase);
    const keys = Object.keys(values);
    const signature = keys.join();
    let known = ofDatabase.get(signature);
    if (known === undefined) {
      const placeholders = Object.fromEntries(keys.map((key) => [key, placeholder(key)]));
      known = slot(
        build(db, placeholders as unknown as Given),
        keys.map((key) => [placeholder(key), key]),
      );
      ofDatabase.set(signature, known);
    }
    const { query, slots } = known;
    const parameters = query.parameters.map((value, index) => {
      const name = slots[index];
      return name === undefined ? value : values[name as keyof Given];
    });
    return db.executeQuery<Output>({ ...query, parameters });
  };
};

const slot = <Name>(
  query: Compilable<unknown>,
  names: readonly (readonly [string, Name])[],
): Prepared<Name> => {
  const compiled = query.compile();
  const byPlaceholder = new Map<unknown, Name>(names);
  return { query: compiled, slots: compiled.parameters.map((value) => byPlaceholder.get(value)) };
};

/** What a reader that shares has found, by query and arguments. */
const found = new WeakMap<ReadConnection, Map<object, Map<string, Promise<unknown>>>>();

/**
 * A reader for one page, whose calls look up the same rows: a prepared query with the same arguments runs once. What it
 * has read stays as it was, so it must not outlive the page.
 */
export const shareReads = (read: ReadConnection): ReadConnection => {
  const own = (read as unknown as Kysely<Tables>).withTables<
    Record<string, never>
  >() as unknown as ReadConnection;
  found.set(own, new Map());
  return own;
};

/** What `find` finds, or what it found for this reader and these arguments before if the reader shares. */
export const onceFor = <Result>(
  read: ReadConnection,
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
