import { keyOf } from '../values/key-of.ts';
import { isKind, isObject, isSequence, type SetValue, type Value } from '../values/value.ts';
import { valuesEqual } from '../values/values-equal.ts';
import type { Interpreter } from './interpreter.ts';

/** One comparison of a chain; undefined if only running the code could tell. */
export const compareValues = (
  run: Interpreter,
  operator: string,
  left: Value,
  right: Value,
): boolean | undefined => {
  switch (operator) {
    case '==':
      return valuesEqual(left, right);
    case '!=':
    case '<>':
      return negate(valuesEqual(left, right));
    case 'is':
      return isSame(left, right);
    case 'is not':
      return negate(isSame(left, right));
    case 'in':
      return contains(run, right, left);
    case 'not in':
      return negate(contains(run, right, left));
    default:
      return compareOrder(operator, left, right);
  }
};

const negate = (verdict: boolean | undefined): boolean | undefined =>
  verdict === undefined ? undefined : !verdict;

const isSame = (left: Value, right: Value): boolean | undefined => {
  if (isKind(left, 'unknown') || isKind(right, 'unknown')) return undefined;
  return isObject(left) ? left === right : valuesEqual(left, right);
};

const contains = (run: Interpreter, holder: Value, item: Value): boolean | undefined => {
  if (isKind(holder, 'unknown') || isKind(item, 'unknown')) return undefined;
  if (typeof holder === 'string') return typeof item === 'string' ? holder.includes(item) : undefined;
  if (isKind(holder, 'dict')) {
    const entry = holder.entries.get(keyOf(item));
    if (entry !== undefined) return entry.isUncertain ? undefined : true;
    return holder.unknownParts.size > 0 ? undefined : false;
  }
  if (isKind(holder, 'set')) return holder.members.has(keyOf(item));
  if (isKind(holder, 'instance')) {
    return holder.native === undefined ? undefined : contains(run, holder.native, item);
  }
  if (!isSequence(holder)) return undefined;
  run.budget.spend(holder.items.length);
  const verdicts = holder.items.map((each) => valuesEqual(each, item));
  if (verdicts.includes(true)) return true;
  return verdicts.includes(undefined) ? undefined : false;
};

const isWithin = (left: SetValue, right: SetValue): boolean =>
  [...left.members.keys()].every((key) => right.members.has(key));

const compareSets = (operator: string, left: SetValue, right: SetValue): boolean | undefined => {
  if (operator === '>' || operator === '>=') return compareSets(operator.replace('>', '<'), right, left);
  return isWithin(left, right) && (operator === '<=' || left.members.size < right.members.size);
};

const compareOrder = (operator: string, left: Value, right: Value): boolean | undefined => {
  if (isKind(left, 'set') && isKind(right, 'set')) return compareSets(operator, left, right);
  const order = orderOf(left, right);
  if (order === undefined) return undefined;
  if (operator === '<') return order < 0;
  if (operator === '<=') return order <= 0;
  if (operator === '>') return order > 0;
  return operator === '>=' ? order >= 0 : undefined;
};

/** Below, at, or above zero as `left` sorts before, with, or after `right`; undefined if they cannot be compared. */
export const orderOf = (left: Value, right: Value): number | undefined => {
  if (isKind(left, 'instance') && left.native !== undefined) return orderOf(left.native, right);
  if (isKind(right, 'instance') && right.native !== undefined) return orderOf(left, right.native);
  if (typeof left === 'string' && typeof right === 'string') return left < right ? -1 : Number(left > right);
  if (isSequence(left) && isSequence(right)) {
    for (const [index, item] of left.items.entries()) {
      const other = right.items[index];
      const order = other === undefined ? 1 : orderOf(item, other);
      if (order !== 0) return order;
    }
    return left.items.length - right.items.length;
  }
  const isNumeric = (value: Value) => ['bigint', 'number', 'boolean'].includes(typeof value);
  return isNumeric(left) && isNumeric(right) ? Number(left) - Number(right) : undefined;
};
