import { keyOf } from '../values/key-of.ts';
import { makeSet } from '../values/make-values.ts';
import type { SetValue } from '../values/value.ts';
import type { NativeMethod } from './native-methods.ts';

export const setMethods: Record<string, NativeMethod<SetValue>> = {
  add: (set, { positional: [item = null] }) => {
    set.members.set(keyOf(item), item);
    return null;
  },
  update: (set, { positional }, run) => {
    for (const source of positional) {
      for (const item of run.iterate(source) ?? []) set.members.set(keyOf(item), item);
    }
    return null;
  },
  discard: (set, { positional: [item = null] }) => {
    set.members.delete(keyOf(item));
    return null;
  },
  remove: (set, { positional: [item = null] }) => {
    set.members.delete(keyOf(item));
    return null;
  },
  copy: (set) => makeSet(set.members.values()),
  union: (set, { positional }, run) =>
    makeSet([...set.members.values(), ...positional.flatMap((source) => run.iterate(source) ?? [])]),
};
