import { mergeIntoDict } from '../evaluate/merge-into-dict.ts';
import { joinResults } from '../evaluate/join-results.ts';
import { membersOf, pairsOf } from '../evaluate/iterate-value.ts';
import { copyDict, getItem, removeItem, setItem } from '../values/dict-items.ts';
import { keyOf } from '../values/key-of.ts';
import { makeList, makeTuple, makeUnknown } from '../values/make-values.ts';
import { isKind, none, type DictValue } from '../values/value.ts';
import { noteContent, noteEntry } from '../evaluate/journal.ts';
import { setEntry } from '../evaluate/set-entry.ts';
import type { NativeMethod } from './native-method.ts';

export const dictMethods: Record<string, NativeMethod<DictValue>> = {
  get: (dict, { positional: [key = none, fallback = none] }, run, source) => {
    const entry = dict.entries.get(keyOf(key));
    if (entry !== undefined && !entry.isUncertain) return entry.value;
    if (entry !== undefined) return joinResults(run, entry.value, fallback, source);
    return dict.unknownParts.size > 0 || isKind(key, 'unknown') ? undefined : fallback;
  },
  items: (dict, _, run) => {
    run.budget.spend(dict.entries.size);
    return makeList(pairsOf(dict) ?? []);
  },
  keys: (dict) => makeList(membersOf(dict, (entry) => entry.key)),
  values: (dict) => makeList(membersOf(dict, (entry) => entry.value)),
  copy: (dict, _, run) => {
    run.budget.spend(dict.entries.size);
    return copyDict(dict);
  },
  update: (dict, { positional, keywords }, run) => {
    for (const value of positional)
      mergeIntoDict(run, dict, value, isKind(value, 'unknown') ? value.source : '');
    for (const [name, value] of keywords) {
      noteEntry(run, dict, name);
      setItem(dict, name, value);
    }
    return none;
  },
  setdefault: (dict, { positional: [key = none, value = none] }, run) => {
    const found = getItem(dict, key);
    if (found !== undefined) return found;
    setEntry(run, dict, key, value);
    return isKind(key, 'unknown') ? undefined : value;
  },
  pop: (dict, { positional: [key = none, fallback] }, run) => {
    const found = getItem(dict, key);
    setEntry(run, dict, key, undefined);
    return isKind(key, 'unknown') ? undefined : (found ?? fallback);
  },
  popitem: (dict, _, run, source) => {
    run.budget.spend(dict.entries.size);
    const last = [...dict.entries.values()].at(-1);
    const isKnown = last !== undefined && !last.isUncertain && dict.unknownParts.size === 0;
    setEntry(run, dict, isKnown ? last.key : makeUnknown(source), undefined);
    return isKnown ? makeTuple([last.key, last.value]) : undefined;
  },
  clear: (dict, _, run) => {
    noteContent(run, dict);
    for (const { key } of dict.entries.values()) removeItem(dict, key);
    dict.unknownParts.clear();
    return none;
  },
};
