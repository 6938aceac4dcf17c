import { getItem } from '../values/dict-items.ts';
import { reprValue, showValue } from '../values/show-value.ts';
import { isKind, type Value } from '../values/value.ts';
import { formatSpecified } from './format-specified.ts';
import type { Interpreter } from './interpreter.ts';

/** `text % value`; undefined if a value is unknown or the format is unusual. */
export const formatPercent = (run: Interpreter, text: string, value: Value): string | undefined => {
  run.budget.spend(1 + Math.floor(text.length / 64));
  const values = isKind(value, 'tuple') ? value.items : [value];
  let position = 0;
  let isKnown = true;
  const formatted = text.replace(/%(?:\((\w+)\))?([^a-zA-Z%]*)([a-zA-Z%]?)/g, (_, name, width, type) => {
    if (type === '%' && width === '') return '%';
    const named = typeof name === 'string' && isKind(value, 'dict') ? getItem(value, name) : undefined;
    const item = named ?? values[position];
    position += 1;
    const shown = item === undefined ? undefined : formatPercentField(item, String(width), String(type));
    isKnown &&= shown !== undefined;
    return shown ?? '';
  });
  return isKnown ? formatted : undefined;
};

const field = /^(-?)(\+?0?)(\d{0,4})(\.\d{1,2})?$/;

const formatPercentField = (item: Value, options: string, type: string): string | undefined => {
  const [, left, flags = '', width = '', precision = ''] = field.exec(options) ?? [];
  if (left === undefined) return undefined;
  if (type === 'r') return options === '' ? reprValue(item) : undefined;
  // Unlike `format`, it puts everything to the right.
  const side = left === '-' ? '<' : flags.includes('0') ? '' : '>';
  const given = width === '' ? '' : side;
  if (type === 's') {
    const shown = flags === '' ? showValue(item) : undefined;
    return shown === undefined ? undefined : formatSpecified(shown, given + width + precision);
  }
  const number = /^[diu]$/.test(type) && typeof item === 'number' ? toInteger(item) : item;
  const kind = /^[iu]$/.test(type) ? 'd' : type;
  return number !== undefined && /^[dfxXo]$/.test(kind)
    ? formatSpecified(number, `${given}${flags}${width}${precision}${kind}`)
    : undefined;
};

const toInteger = (number: number): bigint | undefined =>
  Number.isFinite(number) ? BigInt(Math.trunc(number)) : undefined;
