import { keyOf } from './key-of.ts';
import { makeDict } from './make-values.ts';
import type { DictValue, Value } from './value.ts';

/** The value of a key; undefined if the dict does not have it. */
export const getItem = (dict: DictValue, key: Value): Value | undefined =>
  dict.entries.get(keyOf(key))?.value;

export const setItem = (dict: DictValue, key: Value, value: Value, isUncertain = false): void => {
  const place = keyOf(key);
  const before = dict.entries.get(place);
  // It existed before, so it stays certain even if a branch that may not run writes it again.
  const staysCertain = before !== undefined && !before.isUncertain;
  dict.entries.set(place, { key: before?.key ?? key, value, isUncertain: isUncertain && !staysCertain });
  if (typeof key === 'string') dict.variables?.set(key, value);
};

/** Removes an entry and returns its value; undefined if the dict does not have the key. */
export const removeItem = (dict: DictValue, key: Value): Value | undefined => {
  const place = keyOf(key);
  const removed = dict.entries.get(place)?.value;
  dict.entries.delete(place);
  if (typeof key === 'string') dict.variables?.delete(key);
  return removed;
};

/** Writes every entry of `source` into `target`, as `dict.update` does. */
export const mergeDict = (target: DictValue, source: DictValue, isUncertain = false): void => {
  if (source === target) return;
  for (const { key, value, isUncertain: was } of source.entries.values()) {
    setItem(target, key, value, isUncertain || was);
  }
  for (const part of source.unknownParts) target.unknownParts.add(part);
};

export const copyDict = (dict: DictValue): DictValue => {
  const copied = makeDict();
  copied.entries = new Map(dict.entries);
  copied.unknownParts = new Set(dict.unknownParts);
  return copied;
};
