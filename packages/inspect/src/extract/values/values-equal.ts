import { keyOf } from './key-of.ts';
import { isKind, isObject, isSequence, type Value, none } from './value.ts';

/** Nested containers can be exponentially large: after this many comparisons, the result is unknown. */
const comparisonsMax = 5000;

/** Python's `==`; undefined if only running the code could tell. */
export const valuesEqual = (
  left: Value,
  right: Value,
  fuel = { left: comparisonsMax },
): boolean | undefined => {
  fuel.left -= 1;
  if (left === right) return isKind(left, 'unknown') ? undefined : true;
  if (isKind(left, 'unknown') || isKind(right, 'unknown') || fuel.left < 0) return undefined;
  if (isSequence(left) && isSequence(right)) {
    if (left.kind !== right.kind || left.items.length !== right.items.length) return false;
    return allEqual(left.items, right.items, fuel);
  }
  if (isKind(left, 'dict') && isKind(right, 'dict')) {
    if (left.unknownParts.size + right.unknownParts.size > 0) return undefined;
    if (left.entries.size !== right.entries.size) return false;
    const others = [...left.entries.keys()].map((key) => right.entries.get(key)?.value);
    if (others.includes(undefined)) return false;
    return allEqual(
      [...left.entries.values()].map((entry) => entry.value),
      others.filter((other) => other !== undefined),
      fuel,
    );
  }
  if (isKind(left, 'set') && isKind(right, 'set')) {
    return (
      left.members.size === right.members.size &&
      [...left.members.keys()].every((key) => right.members.has(key))
    );
  }
  // The keys of a dict, which are like a set, are a list here.
  if ((isKind(left, 'list') && isKind(right, 'set')) || (isKind(left, 'set') && isKind(right, 'list'))) {
    return undefined;
  }
  if (typeof left === 'bigint' && typeof right === 'number') return Number(left) === right;
  if (isObject(left) && isObject(right) && left.kind === 'instance' && right.kind === 'instance') {
    return left.native === undefined ? undefined : keyOf(left) === keyOf(right);
  }
  return keyOf(left) === keyOf(right);
};

const allEqual = (left: Value[], right: Value[], fuel: { left: number }): boolean | undefined => {
  let verdict: boolean | undefined = true;
  for (const [index, item] of left.entries()) {
    const equal = valuesEqual(item, right[index] ?? none, fuel);
    if (equal === false) return false;
    verdict &&= equal;
  }
  return verdict;
};
