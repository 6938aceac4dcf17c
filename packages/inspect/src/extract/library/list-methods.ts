import { isLoose } from '../values/loose-members.ts';
import { makeList, makeLoose } from '../values/make-values.ts';
import { isKind, type ListValue, type TupleValue, none } from '../values/value.ts';
import { valuesEqual } from '../values/values-equal.ts';
import type { NativeMethod } from './native-method.ts';
import { noteContent } from '../evaluate/journal.ts';
import { isShuffled, shuffledLike } from '../values/shuffled.ts';
import { sortValues } from './sort-values.ts';

type ListMethod = NativeMethod<ListValue | TupleValue>;

/** Methods that change the list. */
const changing: Record<string, ListMethod> = {
  append: (list, { positional: [item = none] }) => {
    list.items.push(item);
    return none;
  },
  add: (list, { positional: [item = none] }) => {
    list.items.push(item);
    return none;
  },
  extend: (list, { positional: [source = none] }, run) => {
    const items = run.iterate(source) ?? [makeLoose(isKind(source, 'unknown') ? `*${source.source}` : '*')];
    run.budget.spend(items.length);
    list.items = list.items.concat(items);
    return none;
  },
  insert: (list, { positional: [at = 0n, item = none] }) => {
    if (typeof at === 'bigint') list.items.splice(Number(at), 0, item);
    return none;
  },
  remove: (list, { positional: [item = none] }) => {
    const at = list.items.findIndex((each) => valuesEqual(each, item) === true);
    if (at !== -1) list.items.splice(at, 1);
    return none;
  },
  pop: (list, { positional: [at = -1n] }) =>
    typeof at === 'bigint' ? list.items.splice(Number(at), 1)[0] : undefined,
  popleft: (list) => list.items.shift(),
  appendleft: (list, { positional: [item = none] }) => {
    list.items.unshift(item);
    return none;
  },
  clear: (list) => {
    list.items.splice(0);
    return none;
  },
  reverse: (list) => {
    list.items.reverse();
    return none;
  },
  sort: (list, { keywords }, run, source) => {
    const sorted = sortValues(run, list.items, keywords, source);
    if (sorted === undefined) return none;
    list.items.splice(0, list.items.length, ...sorted);
    delete list.isShuffled;
    return none;
  },
};

const noted =
  (change: ListMethod): ListMethod =>
  (list, given, run, source) => {
    if (isKind(list, 'list')) noteContent(run, list);
    return change(list, given, run, source);
  };

/** Methods of lists and, if they change nothing, of tuples. */
export const listMethods: Record<string, ListMethod> = {
  ...Object.fromEntries(Object.entries(changing).map(([name, change]) => [name, noted(change)])),
  copy: (list) => shuffledLike(makeList([...list.items]), isShuffled(list)),
  index: (list, { positional: [item = none] }) => {
    if (list.items.some(isLoose)) return undefined;
    const at = list.items.findIndex((each) => valuesEqual(each, item) === true);
    return at === -1 ? undefined : BigInt(at);
  },
  count: (list, { positional: [item = none] }) =>
    list.items.some(isLoose)
      ? undefined
      : BigInt(list.items.filter((each) => valuesEqual(each, item) === true).length),
};
