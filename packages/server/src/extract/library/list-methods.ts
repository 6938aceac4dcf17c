import { makeList } from '../values/make-values.ts';
import { isKind, type ListValue, type TupleValue, none } from '../values/value.ts';
import { valuesEqual } from '../values/values-equal.ts';
import { makeUnknown } from '../values/make-values.ts';
import type { NativeMethod } from './native-methods.ts';
import { sortValues } from './sort-values.ts';

/** Of lists and, where they change nothing, of tuples. */
export const listMethods: Record<string, NativeMethod<ListValue | TupleValue>> = {
  append: (list, { positional: [item = none] }) => {
    list.items.push(item);
    return none;
  },
  add: (list, { positional: [item = none] }) => {
    list.items.push(item);
    return none;
  },
  extend: (list, { positional: [source = none] }, run) => {
    const items = run.iterate(source) ?? [makeUnknown(isKind(source, 'unknown') ? `*${source.source}` : '*')];
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
  copy: (list) => makeList([...list.items]),
  reverse: (list) => {
    list.items.reverse();
    return none;
  },
  sort: (list, { keywords }, run, source) => {
    const sorted = sortValues(run, list.items, keywords, source);
    if (sorted !== undefined) list.items.splice(0, list.items.length, ...sorted);
    return none;
  },
  index: (list, { positional: [item = none] }) => {
    const at = list.items.findIndex((each) => valuesEqual(each, item) === true);
    return at === -1 ? undefined : BigInt(at);
  },
  count: (list, { positional: [item = none] }) =>
    BigInt(list.items.filter((each) => valuesEqual(each, item) === true).length),
};
