import type { Value } from '../values/value.ts';

/** Integers with more bits are not computed. */
const bitsMax = 4096;

/** Arithmetic on numbers; undefined if an operand is not a number, if Python would raise, or if the result is huge. */
export const applyArithmetic = (operator: string, left: Value, right: Value): Value | undefined => {
  const first = asNumber(left);
  const second = asNumber(right);
  if (first === undefined || second === undefined) return undefined;
  if (typeof first === 'bigint' && typeof second === 'bigint') {
    const result = integers(operator, first, second);
    const isFlag = typeof left === 'boolean' && typeof right === 'boolean' && /^[&|^]$/.test(operator);
    return isFlag ? result === 1n : result;
  }
  return floats(operator, Number(first), Number(second));
};

const asNumber = (value: Value): bigint | number | undefined => {
  if (typeof value === 'boolean') return BigInt(value);
  return typeof value === 'bigint' || typeof value === 'number' ? value : undefined;
};

const integers = (operator: string, left: bigint, right: bigint): Value | undefined => {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return bitLength(left) + bitLength(right) > bitsMax ? undefined : left * right;
    case '/':
      return right === 0n ? undefined : Number(left) / Number(right);
    case '//':
      return right === 0n ? undefined : (left - modulo(left, right)) / right;
    case '%':
      return right === 0n ? undefined : modulo(left, right);
    case '**':
      return power(left, right);
    case '<<':
      return right < 0n || Number(right) + bitLength(left) > bitsMax ? undefined : left << right;
    case '>>':
      return right < 0n ? undefined : left >> right;
    case '&':
      return left & right;
    case '|':
      return left | right;
    case '^':
      return left ^ right;
    default:
      return undefined;
  }
};

/** The remainder with the sign of the divisor, as in Python. */
const modulo = (left: bigint, right: bigint): bigint => ((left % right) + right) % right;

const power = (base: bigint, exponent: bigint): Value | undefined => {
  if (exponent < 0n) return base === 0n ? undefined : Number(base) ** Number(exponent);
  return bitLength(base) * Number(exponent) > bitsMax ? undefined : base ** exponent;
};

const bitLength = (value: bigint): number => value.toString(16).length * 4;

const floats = (operator: string, left: number, right: number): Value | undefined => {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? undefined : left / right;
    case '//':
      return right === 0 ? undefined : Math.floor(left / right);
    case '%':
      return right === 0 ? undefined : left - right * Math.floor(left / right);
    case '**':
      return left ** right;
    default:
      return undefined;
  }
};
