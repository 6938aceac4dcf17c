import type { CompiledQuery, Kysely } from 'kysely';
import type { Reader } from './store.ts';
import type { Tables } from './tables.ts';

/** Stands for the argument in the text; no caller can send it. */
const placeholder = '\0argument';

/**
 * A query of one text argument whose SQL is made once for each reader, for where it runs so often that to build it
 * each time would cost more than to run it.
 */
export const prepare = <Output>(
  build: (read: Reader, argument: string) => { compile(): CompiledQuery<Output> },
): ((read: Reader, argument: string) => Promise<Output[]>) => {
  const compiled = new WeakMap<Reader, CompiledQuery<Output>>();
  return async (read, argument) => {
    const query = compiled.get(read) ?? build(read, placeholder).compile();
    compiled.set(read, query);
    const parameters = query.parameters.map((value) => (value === placeholder ? argument : value));
    // What a reader hides is there all the same; and this can only select, because a reader built it.
    const { rows } = await (read as unknown as Kysely<Tables>).executeQuery<Output>({ ...query, parameters });
    return rows;
  };
};
