import { mergeIntoDict } from '../evaluate/merge-into-dict.ts';
import { pairsOf } from '../evaluate/iterate-value.ts';
import { copyDict, getItem, removeItem, setItem } from '../values/dict-items.ts';
import { makeList } from '../values/make-values.ts';
import { isKind, none, type DictValue } from '../values/value.ts';
import type { NativeMethod } from './native-methods.ts';

export const dictMethods: Record<string, NativeMethod<DictValue>> = {
  get: (dict, { positional: [key = none, fallback = none] }) => {
    const found = getItem(dict, key);
    if (found !== undefined) return found;
    return dict.unknownParts.size > 0 || isKind(key, 'unknown') ? undefined : fallback;
  },
  items: (dict, _, run) => {
    run.budget.spend(dict.entries.size);
    return makeList(pairsOf(dict) ?? []);
  },
  keys: (dict) => makeList([...dict.entries.values()].map((entry) => entry.key)),
  values: (dict) => makeList([...dict.entries.values()].map((entry) => entry.value)),
  copy: (dict, _, run) => {
    run.budget.spend(dict.entries.size);
    return copyDict(dict);
  },
  update: (dict, { positional, keywords }, run) => {
    for (const value of positional)
      mergeIntoDict(run, dict, value, isKind(value, 'unknown') ? value.source : '');
    for (const [name, value] of keywords) setItem(dict, name, value, run.uncertainty > 0);
    return none;
  },
  setdefault: (dict, { positional: [key = none, value = none] }, run) => {
    const found = getItem(dict, key);
    if (found === undefined) setItem(dict, key, value, run.uncertainty > 0);
    return found ?? value;
  },
  pop: (dict, { positional: [key = none, fallback] }) => removeItem(dict, key) ?? fallback,
  clear: (dict) => {
    dict.entries.clear();
    return none;
  },
};
