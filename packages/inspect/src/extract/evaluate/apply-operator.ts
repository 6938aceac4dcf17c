import { copyDict } from '../values/dict-items.ts';
import { makeList, makeSet, makeTuple, makeUnknown } from '../values/make-values.ts';
import { isShuffled, shuffledLike } from '../values/shuffled.ts';
import { truthOf } from '../values/truth-of.ts';
import { isKind, isSequence, type Value, none } from '../values/value.ts';
import { applyArithmetic } from './arithmetic.ts';
import { formatPercent } from './format-percent.ts';
import { mergeIntoDict } from './merge-into-dict.ts';
import type { Interpreter } from './interpreter.ts';

/** Definitions have no longer texts; UTF-16 code units. */
export const textLengthMax = 100_000;

/** A binary operator; unknown if an operand is unknown, or if the result would be unreasonably large. */
export const applyBinary = (
  run: Interpreter,
  operator: string,
  left: Value,
  right: Value,
  source: string,
): Value => {
  const unknown = () => makeUnknown(source);
  if (isKind(left, 'instance') || isKind(right, 'instance')) {
    return applyToInstance(run, operator, left, right, source);
  }
  if (typeof left === 'string' && operator === '%') return formatPercent(run, left, right) ?? unknown();
  if (typeof left === 'string' && typeof right === 'string' && operator === '+') {
    run.budget.spend(1 + Math.floor((left.length + right.length) / 64));
    return left.length + right.length > textLengthMax ? unknown() : left + right;
  }
  if (isSequence(left) && isSequence(right) && left.kind === right.kind && operator === '+') {
    run.budget.spend(left.items.length + right.items.length);
    const items = [...left.items, ...right.items];
    const made = left.kind === 'list' ? makeList(items) : makeTuple(items);
    return shuffledLike(made, isShuffled(left) || isShuffled(right));
  }
  if (operator === '*') {
    const repeated = repeat(run, left, right) ?? repeat(run, right, left);
    if (repeated !== undefined) return repeated;
  }
  if (isKind(left, 'dict') && operator === '|') {
    run.budget.spend(left.entries.size);
    const merged = copyDict(left);
    mergeIntoDict(run, merged, right, isKind(right, 'unknown') ? right.source : '');
    return merged;
  }
  if (isKind(left, 'set') && isKind(right, 'set'))
    return combineSets(run, operator, left, right) ?? unknown();
  return applyArithmetic(operator, left, right) ?? unknown();
};

export const applyUnary = (operator: string, operand: Value, source: string): Value => {
  if (operator === 'not') {
    const truth = truthOf(operand);
    return truth === undefined ? makeUnknown(source) : !truth;
  }
  const number = typeof operand === 'boolean' ? BigInt(operand) : operand;
  if (typeof number === 'bigint') {
    if (operator === '-') return -number;
    return operator === '~' ? ~number : number;
  }
  if (typeof number === 'number' && operator !== '~') return operator === '-' ? -number : number;
  return makeUnknown(source);
};

const applyToInstance = (
  run: Interpreter,
  operator: string,
  left: Value,
  right: Value,
  source: string,
): Value => {
  const method = operatorMethods[operator];
  const own =
    isKind(left, 'instance') && method !== undefined ? run.getAttribute(left, method, source) : undefined;
  if (own !== undefined && !isKind(own, 'unknown')) {
    return run.call(own, { positional: [right], keywords: new Map() }, source);
  }
  const [first, second] = [left, right].map((side) => (isKind(side, 'instance') ? side.native : side));
  if (first === undefined || second === undefined) return makeUnknown(source);
  return applyBinary(run, operator, first, second, source);
};

const operatorMethods: Record<string, string> = {
  '+': '__add__',
  '/': '__truediv__',
  '|': '__or__',
  '%': '__mod__',
};

const repeat = (run: Interpreter, what: Value, times: Value): Value | undefined => {
  const count = typeof times === 'boolean' ? BigInt(times) : times;
  if (typeof count !== 'bigint') return undefined;
  if (typeof what === 'string') {
    const length = Math.max(0, Number(count)) * what.length;
    if (length > textLengthMax) return undefined;
    run.budget.spend(1 + Math.floor(length / 64));
    return what.repeat(Math.max(0, Number(count)));
  }
  if (!isSequence(what)) return undefined;
  const total = Math.max(0, Number(count)) * what.items.length;
  if (total > textLengthMax) return undefined;
  run.budget.spend(total);
  const items = Array.from({ length: total }, (_, at) => what.items[at % what.items.length] ?? none);
  return what.kind === 'list' ? makeList(items) : makeTuple(items);
};

const combineSets = (run: Interpreter, operator: string, left: Value, right: Value): Value | undefined => {
  if (!isKind(left, 'set') || !isKind(right, 'set')) return undefined;
  run.budget.spend(left.members.size + right.members.size);
  const has = (key: string) => right.members.has(key);
  const mine = [...left.members];
  if (operator === '|') return makeSet([...left.members.values(), ...right.members.values()]);
  if (operator === '&') return makeSet(mine.filter(([key]) => has(key)).map(([, value]) => value));
  if (operator === '-') return makeSet(mine.filter(([key]) => !has(key)).map(([, value]) => value));
  if (operator === '^') {
    const theirs = [...right.members].filter(([key]) => !left.members.has(key));
    return makeSet([...mine.filter(([key]) => !has(key)), ...theirs].map(([, value]) => value));
  }
  return undefined;
};
