import { makeLoose, makeTuple } from '../values/make-values.ts';
import { reprValue } from '../values/show-value.ts';
import { isKind, type DictEntryValue, type DictValue, type Value } from '../values/value.ts';
import { enumMembers } from './enum-members.ts';
import type { Interpreter } from './interpreter.ts';

/** The items that a loop over the value gets; undefined if they are unknown. */
export const iterateValue = (run: Interpreter, value: Value): Value[] | undefined => {
  if (typeof value === 'string') {
    run.budget.spend(value.length);
    return Array.from(value);
  }
  if (isKind(value, 'list') || isKind(value, 'tuple')) return value.items;
  if (isKind(value, 'set')) return [...value.members.values()];
  if (isKind(value, 'dict')) return membersOf(value, (entry) => entry.key);
  if (isKind(value, 'class') && value.isEnum) return enumMembers(value);
  if (!isKind(value, 'instance')) return undefined;
  if (value.native !== undefined && typeof value.native !== 'string') return iterateValue(run, value.native);
  const method = run.getAttribute(value, '__iter__', '');
  if (method === undefined || isKind(method, 'unknown')) return undefined;
  const produced = run.call(method, { positional: [], keywords: new Map() }, '');
  return isKind(produced, 'instance') ? undefined : iterateValue(run, produced);
};

/** The pairs of a dict, as from `items()`. */
export const pairsOf = (value: Value): Value[] | undefined => {
  if (!isKind(value, 'dict')) return undefined;
  return membersOf(value, (entry) => makeTuple([entry.key, entry.value]));
};

/**
 * One member for each entry; the member of an uncertain entry is uncertain. Unknown parts may have any number of
 * members.
 */
export const membersOf = (dict: DictValue, memberOf: (entry: DictEntryValue) => Value): Value[] => [
  ...[...dict.entries.values()].map((entry) => {
    const member = memberOf(entry);
    return entry.isUncertain ? makeLoose(reprValue(entry.key) ?? '?', member) : member;
  }),
  ...[...dict.unknownParts].map((part) => makeLoose(`*${part}`)),
];
