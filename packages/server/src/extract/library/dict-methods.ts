import { pairsOf } from '../evaluate/iterate-value.ts';
import { copyDict, getItem, mergeDict, removeItem, setItem } from '../values/dict-items.ts';
import { makeList } from '../values/make-values.ts';
import { isKind, isSequence, type DictValue, type Value, none } from '../values/value.ts';
import type { Interpreter } from '../evaluate/interpreter.ts';
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
    for (const source of positional) updateDict(run, dict, source);
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

/** `dict.update(source)`, where the source may also be a list of pairs, or unknown. */
export function updateDict(run: Interpreter, dict: DictValue, source: Value): void {
  const from = isKind(source, 'instance') ? (source.native ?? source) : source;
  if (isKind(from, 'dict')) {
    run.budget.spend(from.entries.size + 1);
    mergeDict(dict, from, run.uncertainty > 0);
    return;
  }
  const pairs = run.iterate(from);
  if (pairs === undefined) {
    dict.unknownParts.add(isKind(from, 'unknown') ? from.source : '');
    return;
  }
  for (const pair of pairs) {
    if (!isSequence(pair)) continue;
    const [key = none, value = none] = pair.items;
    setItem(dict, key, value, run.uncertainty > 0);
  }
}
