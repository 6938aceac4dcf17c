import { applyArithmetic } from '../evaluate/arithmetic.ts';
import { setAttribute } from '../evaluate/assign-target.ts';
import { orderOf } from '../evaluate/compare-values.ts';
import { formatSpecified } from '../evaluate/format-specified.ts';
import { toFixedEven } from '../evaluate/round-even.ts';
import { reportProblem } from '../evaluate/report-problem.ts';
import { noteContent } from '../evaluate/journal.ts';
import type { Interpreter } from '../evaluate/interpreter.ts';
import { countCharacters } from '../values/characters.ts';
import { loosen } from '../values/join-values.ts';
import { isLoose, perhapsOf } from '../values/loose-members.ts';
import { makeList, makeTuple, makeUnknown } from '../values/make-values.ts';
import { isShuffled, shuffledLike } from '../values/shuffled.ts';
import { reprValue } from '../values/show-value.ts';
import { truthOf } from '../values/truth-of.ts';
import { isKind, type Value, none } from '../values/value.ts';
import { viewVariables } from '../values/view-variables.ts';
import { importByName } from './importing.ts';
import { argument, type LibraryFunction } from './library-entry.ts';
import { openFile } from './open-file.ts';
import { pathText } from './path-text.ts';
import { sortValues } from './sort-values.ts';

const rangeLengthMax = 10_000;

/** Python's built-in functions, by name. */
export const describeBuiltinFunctions = (run: Interpreter): Record<string, LibraryFunction> => {
  const nothing: LibraryFunction = () => none;
  const itemsOf = (value: Value | undefined) => {
    const items = value === undefined ? undefined : run.iterate(value);
    if (items !== undefined) run.budget.spend(items.length);
    return items;
  };
  const callWith = (callee: Value, positional: Value[], source: string) =>
    run.call(callee, { positional, keywords: new Map() }, source);
  const pick =
    (isBetter: (order: number) => boolean): LibraryFunction =>
    ({ positional, keywords }, text) => {
      const items = positional.length === 1 ? itemsOf(positional[0]) : positional;
      if (items === undefined || items.some(isLoose)) return undefined;
      const key = keywords.get('key') ?? none;
      const rank = (item: Value): Value => (key === none ? item : callWith(key, [item], text));
      return items.length === 0 ? keywords.get('default') : pickBest(items, rank, isBetter);
    };
  return {
    print: nothing,
    len: ({ positional: [value] }, text) => lengthOf(run, value, text),
    range: ({ positional }) => makeRange(run, positional),
    enumerate: ({ positional: [source, start], keywords }) => {
      const from = start ?? keywords.get('start') ?? 0n;
      const items = itemsOf(source);
      if (items === undefined || typeof from !== 'bigint') return undefined;
      return makeList(enumerateItems(items, from));
    },
    zip: ({ positional }) => {
      const columns = positional.map(itemsOf).filter((column) => column !== undefined);
      if (columns.length !== positional.length || columns.length === 0) return undefined;
      if (columns.some((column) => column.some(isLoose))) return undefined;
      const length = Math.min(...columns.map((column) => column.length));
      return makeList(
        Array.from({ length }, (_, row) => makeTuple(columns.map((column) => column[row] ?? none))),
      );
    },
    map: ({ positional: [callee = none, source] }, text) => {
      const items = itemsOf(source);
      return items === undefined
        ? undefined
        : makeList(
            items.map((item) => {
              const result = callWith(callee, [perhapsOf(item)], text);
              return isLoose(item) ? loosen(result) : result;
            }),
          );
    },
    filter: ({ positional: [callee = none, source] }, text) => {
      const kept = itemsOf(source)?.flatMap((item) => {
        const isKept = truthOf(callee === none ? item : callWith(callee, [item], text));
        return isKept === undefined ? loosen(item) : isKept ? item : [];
      });
      return kept === undefined ? undefined : makeList(kept);
    },
    sorted: ({ positional: [source], keywords }, text) => {
      const items = itemsOf(source);
      const sorted = items === undefined ? undefined : sortValues(run, items, keywords, text);
      return sorted === undefined ? undefined : makeList(sorted);
    },
    reversed: ({ positional: [source] }) => {
      const items = itemsOf(source);
      return items === undefined ? undefined : makeList(items.toReversed());
    },
    sum: ({ positional: [source, start = 0n] }) =>
      itemsOf(source)?.reduce<Value | undefined>(
        (total, item) => (total === undefined ? undefined : applyArithmetic('+', total, item)),
        start,
      ),
    min: pick((order) => order < 0),
    max: pick((order) => order > 0),
    abs: ({ positional: [value] }) => {
      if (typeof value === 'number') return Math.abs(value);
      return typeof value === 'bigint' ? (value < 0n ? -value : value) : undefined;
    },
    round: ({ positional: [value, digits] }) => roundNumber(value, digits),
    any: ({ positional: [source] }) => anyTrue(itemsOf(source)),
    all: ({ positional: [source] }) => allTrue(itemsOf(source)),
    repr: ({ positional: [value = none] }, text) => {
      const method = isKind(value, 'instance') ? run.getAttribute(value, '__repr__', text) : undefined;
      return isKind(method, 'method') ? callWith(method, [], text) : reprValue(value);
    },
    hex: ({ positional: [value = none] }) => formatInteger(value, '#x'),
    oct: ({ positional: [value = none] }) => formatInteger(value, '#o'),
    bin: ({ positional: [value = none] }) => formatInteger(value, '#b'),
    format: ({ positional: [value = none, specifier = ''] }) =>
      typeof specifier === 'string' ? formatSpecified(value, specifier) : undefined,
    chr: ({ positional: [point] }) =>
      typeof point === 'bigint' && point >= 0n && point <= 0x10ffffn
        ? String.fromCodePoint(Number(point))
        : undefined,
    ord: ({ positional: [text] }) => {
      const point = typeof text === 'string' ? text.codePointAt(0) : undefined;
      return point === undefined ? undefined : BigInt(point);
    },
    // What a loop goes on with is a list here, which each `next` makes shorter.
    iter: ({ positional: [value] }) => {
      const items = itemsOf(value);
      return items === undefined ? value : shuffledLike(makeList([...items]), isShuffled(value));
    },
    next: ({ positional: [source, fallback] }) => {
      const left = isKind(source, 'instance') ? source.native : source;
      if (!isKind(left, 'list') || isShuffled(left)) return undefined;
      const [first] = left.items;
      if (first !== undefined && isLoose(first)) return undefined;
      noteContent(run, left);
      return left.items.shift() ?? fallback;
    },
    hasattr: ({ positional: [object = none, name] }, text) => {
      const found = typeof name === 'string' ? run.getAttribute(object, name, text) : undefined;
      return isKind(found, 'unknown') || isKind(object, 'unknown') ? undefined : found !== undefined;
    },
    getattr: ({ positional: [object = none, name, fallback] }, text) =>
      typeof name === 'string'
        ? (run.getAttribute(object, name, text) ??
          fallback ??
          makeUnknown(text, { kind: 'attribute', object, name }))
        : undefined,
    setattr: ({ positional: [object = none, name, value = none] }) => {
      if (typeof name === 'string') setAttribute(run, object, name, value);
      return none;
    },
    callable: ({ positional: [value = none] }) => {
      if (isKind(value, 'unknown')) return undefined;
      return ['function', 'method', 'builtin', 'class'].some((kind) => isKind(value, kind as 'class'));
    },
    vars: ({ positional: [value] }) => variablesOf(value),
    dir: ({ positional: [value] }) => {
      const view = variablesOf(value);
      if (!isKind(view, 'dict')) return undefined;
      const names = [...view.entries.values()].map((entry) => entry.key);
      return makeList(names.filter((name) => typeof name === 'string').toSorted());
    },
    super: ({ positional: [owner, receiver] }) =>
      isKind(owner, 'class') && receiver !== undefined ? { kind: 'super', owner, receiver } : undefined,
    __import__: (given) => importByName(run, given),
    exec: () => {
      const file = run.loading?.module.file ?? '';
      reportProblem(run, { file, line: 0, message: 'runs code that it makes itself' });
      return undefined;
    },
    open: (given, source) =>
      openFile(run, pathText(argument(given, 0, 'file')), argument(given, 1, 'mode'), source),
    globals: () => undefined,
    locals: () => undefined,
    property: ({ positional: [getter] }) =>
      isKind(getter, 'function') ? { ...getter, binding: 'property' } : undefined,
    classmethod: ({ positional: [callee] }) =>
      isKind(callee, 'function') ? { ...callee, binding: 'class' } : undefined,
    staticmethod: ({ positional: [callee] }) =>
      isKind(callee, 'function') ? { ...callee, binding: 'static' } : undefined,
  };
};

/** Pairs of number and item. After an item that may be absent, the numbers are unknown. */
const enumerateItems = (items: Value[], from: bigint): Value[] => {
  const certain = items.findIndex(isLoose);
  return items.map((item, index) => {
    const isNumbered = certain === -1 || index <= certain;
    const number = isNumbered ? from + BigInt(index) : makeUnknown('enumerate()');
    const pair = makeTuple([number, perhapsOf(item)]);
    return isLoose(item) ? loosen(pair) : pair;
  });
};

const formatInteger = (value: Value, specifier: string): string | undefined =>
  typeof value === 'bigint' ? formatSpecified(value, specifier) : undefined;

const lengthOf = (run: Interpreter, value: Value | undefined, source: string): Value | undefined => {
  const method = isKind(value, 'instance') ? run.getAttribute(value, '__len__', source) : undefined;
  if (isKind(method, 'method')) return run.call(method, { positional: [], keywords: new Map() }, source);
  if (typeof value === 'string') {
    run.budget.spend(Math.floor(value.length / 64));
    return BigInt(countCharacters(value));
  }
  if (isKind(value, 'dict') && value.unknownParts.size > 0) return undefined;
  const items = value === undefined ? undefined : run.iterate(value);
  return items === undefined || items.some(isLoose) ? undefined : BigInt(items.length);
};

const makeRange = (run: Interpreter, bounds: Value[]): Value | undefined => {
  const known = bounds.filter((bound) => typeof bound === 'bigint').map(Number);
  if (known.length !== bounds.length || known.length === 0) return undefined;
  const [start = 0, end = 0, step = 1] = known.length === 1 ? [0, known[0]] : known;
  const length = Math.max(0, Math.ceil((end - start) / step));
  if (!(length <= rangeLengthMax)) return undefined;
  run.budget.spend(length);
  return makeList(Array.from({ length }, (_, index) => BigInt(start + index * step)));
};

/** The first of the best, by their ranks; undefined if two ranks cannot be compared. */
const pickBest = (
  items: Value[],
  rankOf: (item: Value) => Value,
  isBetter: (order: number) => boolean,
): Value | undefined => {
  const [first, ...others] = items.map((item) => ({ item, rank: rankOf(item) }));
  let best = first;
  for (const other of others) {
    const order = best === undefined ? undefined : orderOf(other.rank, best.rank);
    if (order === undefined) return undefined;
    if (isBetter(order)) best = other;
  }
  return best?.item;
};

const roundNumber = (value: Value | undefined, digits: Value = none): Value | undefined => {
  if (typeof value === 'boolean') return roundNumber(BigInt(value), digits);
  if (typeof value === 'bigint') return typeof digits === 'bigint' && digits < 0n ? undefined : value;
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  if (Number.isInteger(value)) return digits === none ? BigInt(value) : value;
  if (digits === none) return BigInt(toFixedEven(value, 0));
  return typeof digits === 'bigint' && digits >= 0n && digits < 20n
    ? Number(toFixedEven(value, Number(digits)))
    : undefined;
};

const anyTrue = (items: Value[] | undefined): boolean | undefined => {
  const truths = items?.map(truthOf);
  if (truths === undefined || truths.includes(true)) return truths === undefined ? undefined : true;
  return truths.includes(undefined) ? undefined : false;
};

const allTrue = (items: Value[] | undefined): boolean | undefined => {
  const truths = items?.map(truthOf);
  if (truths === undefined || truths.includes(false)) return truths === undefined ? undefined : false;
  return truths.includes(undefined) ? undefined : true;
};

const variablesOf = (value: Value | undefined): Value | undefined => {
  if (isKind(value, 'module')) return viewVariables({ born: value.born, names: value.variables });
  if (!isKind(value, 'instance') && !isKind(value, 'class')) return undefined;
  return viewVariables({ born: value.born, names: value.attributes });
};
