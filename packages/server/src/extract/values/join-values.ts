import { copyDict, mergeDict } from './dict-items.ts';
import { makeUnknown } from './make-values.ts';
import { originPath } from './origin-path.ts';
import { isKind, isSequence, none, type ListValue, type TupleValue, type Value } from './value.ts';
import { valuesEqual } from './values-equal.ts';

/**
 * What a name holds when either of two branches may have set it: the union of two dicts, the definition when
 * the other branch has only a placeholder, and otherwise an unknown named `source`.
 */
export function joinValues(first: Value, second: Value, source: string): Value {
  if (first === second || valuesEqual(first, second) === true) return first;
  if (isKind(first, 'dict') && isKind(second, 'dict')) {
    const both = copyDict(first);
    mergeDict(both, second, true);
    return both;
  }
  if (isSequence(first) && isSequence(second)) {
    const joined = joinSequences(first, second);
    if (joined !== undefined) return joined;
  }
  const either = [first, second];
  const outside = either.includes(none) ? either.find((value) => originPath(value) !== undefined) : undefined;
  return either.find(isDefinition) ?? outside ?? makeUnknown(source);
}

/** The longer of two sequences when it continues the shorter, or both together when they hold definitions. */
function joinSequences(first: ListValue | TupleValue, second: ListValue | TupleValue): Value | undefined {
  const [shorter, longer] = first.items.length < second.items.length ? [first, second] : [second, first];
  if (shorter.items.every((item, index) => item === longer.items[index])) return longer;
  const all = [...new Set([...first.items, ...second.items])];
  return all.every(isDefinition) ? { kind: first.kind, items: all } : undefined;
}

/** Classes, functions, modules and dicts carry definitions; `None`, flags and unknowns stand in for them. */
function isDefinition(value: Value): boolean {
  return (
    isKind(value, 'class') || isKind(value, 'function') || isKind(value, 'module') || isKind(value, 'dict')
  );
}
