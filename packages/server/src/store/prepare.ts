import type { CompiledQuery, Kysely } from 'kysely';
import type { Reader } from './store.ts';
import type { Tables } from './tables.ts';

/** Stands for an argument in the text; no caller can send it. */
const placeholder = (index: number): string => `\0${index}`;

/** Must put the arguments into the query as they are. */
type Build<Arguments extends string[], Output> = (
  read: Reader,
  ...args: Arguments
) => { compile(): CompiledQuery<Output> };

interface Prepared<Output> {
  query: CompiledQuery<Output>;
  /** Of each parameter of the query, the index of its argument, or -1 where it is always the same. */
  slots: readonly number[];
}

/**
 * A query of text arguments whose SQL is made once for each database, for where it runs so often that to build it
 * each time would cost more than to run it. Resolves to what `toRecord` makes of the first row, or to undefined when
 * there is none.
 */
export const prepare = <Arguments extends string[], Output, Result>(
  build: Build<Arguments, Output>,
  toRecord: (row: Output) => Result,
): ((read: Reader, ...args: Arguments) => Promise<Result | undefined>) => {
  const prepared = new WeakMap<object, Prepared<Output>>();
  return async (read, ...args) => {
    // What a reader hides is there all the same; and the query can only select, because a reader builds it.
    const db = read as unknown as Kysely<Tables>;
    // A transaction has that of its database.
    const { adapter } = db.getExecutor();
    const known = prepared.get(adapter);
    const { query, slots } = known ?? prepareNow(build, read, args);
    if (known === undefined) prepared.set(adapter, { query, slots });
    const parameters = query.parameters.map((value, index) => args[slots[index] ?? -1] ?? value);
    const { rows } = await db.executeQuery<Output>({ ...query, parameters });
    const [row] = rows;
    return row && toRecord(row);
  };
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
