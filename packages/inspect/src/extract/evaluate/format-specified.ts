import { showValue } from '../values/show-value.ts';
import { none, type Value } from '../values/value.ts';

const pattern = /^(?:(.)?([<>^]))?([+-]?)(0?)(\d{0,4})(,?)(?:\.(\d{1,2}))?([sdfxX%]?)$/u;

/** `format(value, specifier)` for common specifiers; undefined for all others. */
export const formatSpecified = (value: Value, specifier: string): string | undefined => {
  if (value === none) return undefined;
  const match = pattern.exec(specifier);
  if (match === null) return undefined;
  const [, fill = ' ', alignment, sign, zero, width, comma, precision, type = ''] = match;
  const number = typeof value === 'bigint' || typeof value === 'number' ? value : undefined;
  const shown = number === undefined ? showValue(value) : showNumber(number, type, precision);
  if (shown === undefined || (comma !== '' && number === undefined)) return undefined;
  const grouped =
    comma === '' ? shown : shown.replace(/^-?\d+/, (digits) => BigInt(digits).toLocaleString('en-US'));
  const signed = sign === '+' && number !== undefined && !grouped.startsWith('-') ? `+${grouped}` : grouped;
  const side = alignment ?? (number === undefined ? '<' : '>');
  return pad(signed, Number(width), zero === '0' ? '0' : fill, side);
};

const showNumber = (
  number: bigint | number,
  type: string,
  precision: string | undefined,
): string | undefined => {
  if (type === 'x' || type === 'X') {
    if (typeof number !== 'bigint') return undefined;
    const digits = number.toString(16);
    return type === 'X' ? digits.toUpperCase() : digits;
  }
  if (type === '%') return `${(Number(number) * 100).toFixed(Number(precision ?? 6))}%`;
  if (type === 'f' || precision !== undefined) {
    return Math.abs(Number(number)) < 1e15 ? Number(number).toFixed(Number(precision ?? 6)) : undefined;
  }
  return type === 'd' && typeof number !== 'bigint' ? undefined : showValue(number);
};

const pad = (text: string, width: number, fill: string, side: string): string => {
  const missing = Math.max(0, width - text.length);
  if (side === '<') return text + fill.repeat(missing);
  if (side === '>') return fill.repeat(missing) + text;
  return fill.repeat(Math.floor(missing / 2)) + text + fill.repeat(Math.ceil(missing / 2));
};
