import { removeItem, setItem } from '../values/dict-items.ts';
import { isKind, type DictValue, type Value } from '../values/value.ts';
import { type Journaled, noteEntry } from './journal.ts';

/** `dict[key] = value`; undefined deletes the entry. An unknown key may be that of any entry. */
export const setEntry = (run: Journaled, dict: DictValue, key: Value, value: Value | undefined): void => {
  noteEntry(run, dict, key);
  if (!isKind(key, 'unknown')) {
    if (value === undefined) removeItem(dict, key);
    else setItem(dict, key, value);
  } else if (value !== undefined) dict.unknownParts.add(key.source);
  else for (const [place, entry] of dict.entries) dict.entries.set(place, { ...entry, isUncertain: true });
};
