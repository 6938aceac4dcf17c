import { joinValues } from '../values/join-values.ts';
import { isKind, isSequence, type Value } from '../values/value.ts';
import type { Interpreter } from './interpreter.ts';

/** The join of two possible values of an expression (see `joinValues`). Their size is charged to the budget. */
export const joinResults = (
  run: Interpreter,
  first: Value,
  second: Value,
  source: string,
  isHoped = false,
): Value => {
  if (first !== second) run.budget.spend(1 + Math.floor((sizeOf(first) + sizeOf(second)) / 8));
  return joinValues(first, second, source, { isHoped });
};

const sizeOf = (value: Value): number => {
  if (isKind(value, 'dict')) return value.entries.size;
  return isSequence(value) ? value.items.length : 0;
};
