import { applyBinary } from '../evaluate/apply-operator.ts';
import { compareValues } from '../evaluate/compare-values.ts';
import type { Interpreter } from '../evaluate/interpreter.ts';
import { keyOf } from '../values/key-of.ts';
import { makeLoose, makeSet } from '../values/make-values.ts';
import { isKind, none, type SetValue, type Value } from '../values/value.ts';
import { noteContent } from '../evaluate/journal.ts';
import type { NativeMethod } from './native-method.ts';

type SetMethod = NativeMethod<SetValue>;

/** What others give, as a set; undefined if it is unknown. */
const setOf = (run: Interpreter, source: Value): SetValue | undefined => {
  const items = run.iterate(source);
  if (items === undefined) return undefined;
  run.budget.spend(items.length);
  return makeSet(items);
};

/** As the operator, with each of the others in turn. */
const combine =
  (operator: string): SetMethod =>
  (set, { positional }, run, source) => {
    run.budget.spend(set.members.size);
    let combined: Value = makeSet(set.members.values());
    for (const each of positional) {
      const other = setOf(run, each);
      if (other === undefined) return undefined;
      combined = applyBinary(run, operator, combined, other, source);
    }
    return combined;
  };

const compare =
  (operator: string): SetMethod =>
  (set, { positional: [source = none] }, run) => {
    const other = setOf(run, source);
    return other === undefined ? undefined : compareValues(run, operator, set, other);
  };

const combineInPlace =
  (operator: string): SetMethod =>
  (set, given, run, source) => {
    const combined = combine(operator)(set, given, run, source);
    noteContent(run, set);
    // Any of the members may be gone.
    const kept = isKind(combined, 'set')
      ? combined.members
      : new Map([...set.members].map(([key, item]) => [key, makeLoose(source, item)] as const));
    set.members.clear();
    for (const [key, item] of kept) set.members.set(key, item);
    return none;
  };

export const setMethods: Record<string, NativeMethod<SetValue>> = {
  add: (set, { positional: [item = none] }, run) => {
    noteContent(run, set);
    set.members.set(keyOf(item), item);
    return none;
  },
  update: (set, { positional }, run) => {
    noteContent(run, set);
    for (const source of positional) {
      const items = run.iterate(source) ?? [makeLoose(isKind(source, 'unknown') ? `*${source.source}` : '*')];
      for (const item of items) set.members.set(keyOf(item), item);
    }
    return none;
  },
  discard: (set, { positional: [item = none] }, run) => {
    noteContent(run, set);
    set.members.delete(keyOf(item));
    return none;
  },
  remove: (set, { positional: [item = none] }, run) => {
    noteContent(run, set);
    set.members.delete(keyOf(item));
    return none;
  },
  copy: (set) => makeSet(set.members.values()),
  clear: (set, _, run) => {
    noteContent(run, set);
    set.members.clear();
    return none;
  },
  union: combine('|'),
  intersection: combine('&'),
  difference: combine('-'),
  symmetric_difference: combine('^'),
  intersection_update: combineInPlace('&'),
  difference_update: combineInPlace('-'),
  symmetric_difference_update: combineInPlace('^'),
  issubset: compare('<='),
  issuperset: compare('>='),
};
