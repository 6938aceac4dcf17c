import { keyOf } from '../values/key-of.ts';
import { makeSet } from '../values/make-values.ts';
import { none, type SetValue } from '../values/value.ts';
import { noteContent } from '../evaluate/journal.ts';
import type { NativeMethod } from './native-method.ts';

export const setMethods: Record<string, NativeMethod<SetValue>> = {
  add: (set, { positional: [item = none] }, run) => {
    noteContent(run, set);
    set.members.set(keyOf(item), item);
    return none;
  },
  update: (set, { positional }, run) => {
    noteContent(run, set);
    for (const source of positional) {
      for (const item of run.iterate(source) ?? []) set.members.set(keyOf(item), item);
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
  union: (set, { positional }, run) =>
    makeSet([...set.members.values(), ...positional.flatMap((source) => run.iterate(source) ?? [])]),
};
