import { sliceBounds } from '../evaluate/get-subscript.ts';
import type { Interpreter } from '../evaluate/interpreter.ts';
import { isLoose } from '../values/loose-members.ts';
import { makeList, makeTuple } from '../values/make-values.ts';
import { isShuffled } from '../values/shuffled.ts';
import { type CallArguments, type Value, none } from '../values/value.ts';
import { type LibraryEntries, libraryFunction } from './library-entry.ts';

/** The maximum number of members of all results together; no list of choices has more. */
const membersMax = 50_000;

/** The functions of `itertools` that combine known values. */
export const describeIterationTools = (run: Interpreter): LibraryEntries => {
  const chain = libraryFunction('chain', ({ positional }) => joinAll(run, positional));
  const fromIterable = libraryFunction('from_iterable', ({ positional: [source] }) =>
    joinAll(run, source === undefined ? [] : (run.iterate(source) ?? [source])),
  );
  chain.attributes = new Map([['from_iterable', fromIterable]]);
  return {
    'itertools.chain': chain,
    'itertools.product': libraryFunction('product', (given) => combineAll(run, given)),
    'itertools.islice': libraryFunction('islice', ({ positional: [source = none, ...bounds] }) => {
      const items = run.iterate(source);
      const [start, stop, step] = bounds.length === 1 ? [none, ...bounds, none] : [...bounds, none];
      if (items === undefined || items.some(isLoose) || isShuffled(source)) return undefined;
      const slice = makeTuple([start ?? none, stop ?? none, step ?? none]);
      if (slice.items.some((bound) => typeof bound === 'bigint' && bound < 0n)) return undefined;
      const places = sliceBounds(slice, items.length)?.places;
      run.budget.spend(places?.length ?? 0);
      return places && makeList(places.map((at) => items[at] ?? none));
    }),
    'itertools.repeat': libraryFunction('repeat', ({ positional: [value, times] }) => {
      if (value === undefined || typeof times !== 'bigint' || times > membersMax) return undefined;
      run.budget.spend(Math.max(0, Number(times)));
      return makeList(Array.from({ length: Math.max(0, Number(times)) }, () => value));
    }),
  };
};

const joinAll = (run: Interpreter, sources: Value[]): Value | undefined => {
  const parts = sources.map((source) => run.iterate(source));
  if (parts.includes(undefined)) return undefined;
  const items = parts.flatMap((part) => part ?? []);
  run.budget.spend(items.length);
  return makeList(items);
};

/** Every combination of one item of each source; the last source varies fastest. */
const combineAll = (run: Interpreter, { positional, keywords }: CallArguments): Value | undefined => {
  const times = keywords.get('repeat') ?? 1n;
  const parts = positional.map((source) => run.iterate(source));
  if (typeof times !== 'bigint' || times < 0n || times > 100n) return undefined;
  const known = parts.filter((part) => part !== undefined && !part.some(isLoose)).map((part) => part ?? []);
  if (known.length !== parts.length) return undefined;
  const columns = Array.from({ length: Number(times) }, () => known).flat();
  const total = columns.reduce((product, column) => product * column.length, Math.max(1, columns.length));
  if (!(total <= membersMax)) return undefined;
  run.budget.spend(total);
  let rows: Value[][] = [[]];
  for (const column of columns) rows = rows.flatMap((row) => column.map((item) => [...row, item]));
  return makeList(rows.map(makeTuple));
};
