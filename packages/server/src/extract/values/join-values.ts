import { copyDict, mergeDict } from './dict-items.ts';
import { makeUnknown } from './make-values.ts';
import { originPath } from './origin-path.ts';
import { isKind, type Value, none } from './value.ts';
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
  const either = [first, second];
  const outside = either.includes(none) ? either.find((value) => originPath(value) !== undefined) : undefined;
  return either.find(isDefinition) ?? outside ?? makeUnknown(source);
}

/** Classes, functions, modules and dicts carry definitions; `None`, flags and unknowns stand in for them. */
function isDefinition(value: Value): boolean {
  return (
    isKind(value, 'class') || isKind(value, 'function') || isKind(value, 'module') || isKind(value, 'dict')
  );
}
