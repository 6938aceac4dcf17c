import { countCharacters, takeCharacters } from '../values/characters.ts';
import { asciiValue, reprValue, showValue } from '../values/show-value.ts';
import type { Value } from '../values/value.ts';
import { toFixedEven } from './round-even.ts';

const pattern =
  /^(?:(?<fill>.)?(?<side>[<>=^]))?(?<sign>[+\- ]?)(?<alternate>#?)(?<zero>0?)(?<width>\d{0,4})(?<group>[,_]?)(?:\.(?<precision>\d{1,2}))?(?<type>[sdfFxXbo%]?)$/u;

type Fields = Partial<Record<string, string>>;

/** `format(value, specifier)` for common specifiers; undefined for all others. */
export const formatSpecified = (value: Value, specifier: string): string | undefined => {
  if (specifier === '') return showValue(value);
  const fields: Fields | undefined = pattern.exec(specifier)?.groups;
  if (fields === undefined) return undefined;
  if (typeof value === 'string') return formatString(value, fields);
  // As soon as anything is specified, a flag is a number.
  const number = typeof value === 'boolean' ? BigInt(value) : value;
  return typeof number === 'bigint' || typeof number === 'number' ? formatNumber(number, fields) : undefined;
};

const conversions: Partial<Record<string, (value: Value) => string | undefined>> = {
  a: asciiValue,
  r: reprValue,
  s: showValue,
};

/** A field of a format, converted by the letter after its `!`, if it has one. */
export const formatConverted = (value: Value, conversion: string, specifier: string): string | undefined => {
  const convert = conversions[conversion];
  const converted = convert === undefined ? value : convert(value);
  return converted === undefined ? undefined : formatSpecified(converted, specifier);
};

const formatString = (text: string, fields: Fields): string | undefined => {
  const { sign, alternate, group, type, side = '<', zero, precision } = fields;
  if (sign || alternate || group || side === '=' || (type && type !== 's')) return undefined;
  const shown = precision === undefined ? text : takeCharacters(text, Number(precision));
  return pad('', shown, fields, { side, fill: zero ? '0' : ' ' });
};

const formatNumber = (number: bigint | number, fields: Fields): string | undefined => {
  const { sign, alternate, group, zero, type = '', precision } = fields;
  const isNegative = number < 0 || Object.is(number, -0);
  const size = typeof number === 'bigint' ? (isNegative ? -number : number) : Math.abs(number);
  const shown = showSize(size, type, precision);
  if (shown === undefined || (zero && group)) return undefined;
  const prefix = alternate ? prefixes[type] : '';
  const isGrouped = group && !(type in prefixes);
  if (prefix === undefined || (group && !isGrouped)) return undefined;
  const digits = isGrouped ? shown.replace(/^\d+/, (whole) => separate(whole, group)) : shown;
  const mark = isNegative ? '-' : sign === '-' ? '' : (sign ?? '');
  return pad(mark + prefix, digits, fields, zero ? { side: '=', fill: '0' } : { side: '>', fill: ' ' });
};

/** What `#` puts before the digits. */
const prefixes: Partial<Record<string, string>> = { x: '0x', X: '0X', b: '0b', o: '0o' };
const bases: Partial<Record<string, number>> = { x: 16, X: 16, b: 2, o: 8 };

/** A number that is not negative. */
const showSize = (size: bigint | number, type: string, precision: string | undefined): string | undefined => {
  const base = bases[type];
  if (base !== undefined || type === 'd' || (type === '' && typeof size === 'bigint')) {
    if (typeof size !== 'bigint' || precision !== undefined) return undefined;
    const digits = size.toString(base);
    return type === 'X' ? digits.toUpperCase() : digits;
  }
  const places = Number(precision ?? 6);
  if (type === '%') return Number(size) < 1e13 ? `${toFixedEven(Number(size) * 100, places)}%` : undefined;
  if (type === 'f' || type === 'F') {
    return Number(size) < 1e15 ? toFixedEven(Number(size), places) : undefined;
  }
  return type === '' && precision === undefined ? showValue(size) : undefined;
};

const separate = (digits: string, mark: string): string => digits.replaceAll(/\B(?=(?:\d{3})+$)/g, mark);

const pad = (
  sign: string,
  text: string,
  { fill, side, width }: Fields,
  usual: { side: string; fill: string },
): string => {
  const missing = Math.max(0, Number(width) - countCharacters(sign + text));
  const filling = (count: number) => (fill ?? usual.fill).repeat(count);
  switch (side ?? usual.side) {
    case '<':
      return sign + text + filling(missing);
    case '=':
      return sign + filling(missing) + text;
    case '>':
      return filling(missing) + sign + text;
    default:
      return filling(Math.floor(missing / 2)) + sign + text + filling(Math.ceil(missing / 2));
  }
};
