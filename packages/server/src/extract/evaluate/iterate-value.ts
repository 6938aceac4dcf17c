import { makeTuple } from '../values/make-values.ts';
import { isKind, type Value } from '../values/value.ts';
import { enumMembers } from './enum-members.ts';
import type { Interpreter } from './interpreter.ts';

/** The items a loop over the value sees; undefined when they cannot be known. */
export function iterateValue(run: Interpreter, value: Value): Value[] | undefined {
  if (typeof value === 'string') {
    run.budget.spend(value.length);
    return Array.from(value);
  }
  if (isKind(value, 'list') || isKind(value, 'tuple')) return value.items;
  if (isKind(value, 'set')) return [...value.members.values()];
  if (isKind(value, 'dict')) return [...value.entries.values()].map((entry) => entry.key);
  if (isKind(value, 'class') && value.isEnum) return enumMembers(value);
  if (!isKind(value, 'instance')) return undefined;
  if (value.native !== undefined && typeof value.native !== 'string') return iterateValue(run, value.native);
  const method = run.getAttribute(value, '__iter__', '');
  if (method === undefined || isKind(method, 'unknown')) return undefined;
  const produced = run.call(method, { positional: [], keywords: new Map() }, '');
  return isKind(produced, 'instance') ? undefined : iterateValue(run, produced);
}

/** A dict's pairs, as `items()` gives them. */
export function pairsOf(value: Value): Value[] | undefined {
  if (!isKind(value, 'dict')) return undefined;
  return [...value.entries.values()].map((entry) => makeTuple([entry.key, entry.value]));
}
