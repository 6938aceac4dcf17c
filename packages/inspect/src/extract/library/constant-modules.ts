import type { Interpreter } from '../evaluate/interpreter.ts';
import type { Value } from '../values/value.ts';
import { type LibraryEntries, type LibraryFunction, libraryFunction } from './library-entry.ts';

const lowercase = 'abcdefghijklmnopqrstuvwxyz';
const uppercase = lowercase.toUpperCase();
const digits = '0123456789';
const punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~';
const whitespace = ' \t\n\r\v\f';

/** The values of `sys`, `math` and `string` on the 64-bit machines that the host runs on. */
export const describeConstantModules = (run: Interpreter): LibraryEntries => {
  const entries: LibraryEntries = {
    'sys.maxsize': 2n ** 63n - 1n,
    'sys.maxunicode': 0x10ffffn,
    'sys.byteorder': 'little',
    'sys.float_info.max': Number.MAX_VALUE,
    'sys.float_info.min': 2.2250738585072014e-308,
    'sys.float_info.epsilon': Number.EPSILON,
    'sys.float_info.dig': 15n,
    'sys.float_info.mant_dig': 53n,
    'sys.float_info.max_exp': 1024n,
    'sys.float_info.min_exp': -1021n,
    'sys.float_info.max_10_exp': 308n,
    'sys.float_info.min_10_exp': -307n,
    'sys.float_info.radix': 2n,
    'math.pi': Math.PI,
    'math.e': Math.E,
    'math.tau': 2 * Math.PI,
    'math.inf': Infinity,
    'math.nan': NaN,
    'string.ascii_lowercase': lowercase,
    'string.ascii_uppercase': uppercase,
    'string.ascii_letters': lowercase + uppercase,
    'string.digits': digits,
    'string.hexdigits': `${digits}abcdefABCDEF`,
    'string.octdigits': '01234567',
    'string.punctuation': punctuation,
    'string.whitespace': whitespace,
    'string.printable': digits + lowercase + uppercase + punctuation + whitespace,
  };
  for (const [name, compute] of Object.entries(floatFunctions)) {
    entries[`math.${name}`] = libraryFunction(name, ({ positional: [value, ...more] }) => {
      const number = value === undefined || more.length > 0 ? undefined : toNumber(value);
      const result = number === undefined ? NaN : compute(number);
      // There is no value if Python raises.
      return Number.isFinite(result) ? result : undefined;
    });
  }
  for (const [name, call] of Object.entries(integerFunctions)) {
    entries[`math.${name}`] = libraryFunction(name, (given, source) => {
      run.budget.spend(8 * given.positional.length);
      return call(given, source);
    });
  }
  return entries;
};

const toNumber = (value: Value): number | undefined => {
  if (typeof value === 'bigint' || typeof value === 'boolean') return Number(value);
  return typeof value === 'number' ? value : undefined;
};

const floatFunctions: Record<string, (number: number) => number> = {
  sqrt: Math.sqrt,
  exp: Math.exp,
  log2: Math.log2,
  log10: Math.log10,
  sin: Math.sin,
  cos: Math.cos,
  tan: Math.tan,
  fabs: Math.abs,
  radians: (x) => (x * Math.PI) / 180,
  degrees: (x) => (x * 180) / Math.PI,
};

/** No constant is larger. */
const factorialMax = 200n;

const integerFunctions: Record<string, LibraryFunction> = {
  floor: ({ positional: [value] }) => toInteger(value, Math.floor),
  ceil: ({ positional: [value] }) => toInteger(value, Math.ceil),
  trunc: ({ positional: [value] }) => toInteger(value, Math.trunc),
  log: ({ positional: [value, base = Math.E] }) => {
    const [number, of] = [value === undefined ? undefined : toNumber(value), toNumber(base)];
    if (number === undefined || of === undefined || number <= 0 || of <= 0 || of === 1) return undefined;
    if (of === Math.E) return Math.log(number);
    return Math.log(number) / Math.log(of);
  },
  pow: ({ positional: [base, exponent] }) => {
    if (base === undefined || exponent === undefined) return undefined;
    const result = (toNumber(base) ?? NaN) ** (toNumber(exponent) ?? NaN);
    return Number.isFinite(result) ? result : undefined;
  },
  gcd: ({ positional }) => {
    const numbers = positional.filter((value) => typeof value === 'bigint');
    return numbers.length === positional.length ? numbers.reduce(gcd, 0n) : undefined;
  },
  isqrt: ({ positional: [value] }) =>
    typeof value === 'bigint' && value >= 0n && value < 2n ** 52n
      ? BigInt(Math.floor(Math.sqrt(Number(value))))
      : undefined,
  factorial: ({ positional: [value] }) => {
    if (typeof value !== 'bigint' || value < 0n || value > factorialMax) return undefined;
    let product = 1n;
    for (let factor = 2n; factor <= value; factor += 1n) product *= factor;
    return product;
  },
};

const toInteger = (value: Value | undefined, round: (value: number) => number): Value | undefined => {
  if (typeof value === 'bigint') return value;
  return typeof value === 'number' && Number.isFinite(value) ? BigInt(round(value)) : undefined;
};

const gcd = (first: bigint, second: bigint): bigint => {
  let [left, right] = [first < 0n ? -first : first, second < 0n ? -second : second];
  while (right !== 0n) [left, right] = [right, left % right];
  return left;
};
