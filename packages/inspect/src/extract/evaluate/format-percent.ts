import { getItem } from '../values/dict-items.ts';
import { reprValue } from '../values/show-value.ts';
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

const formatPercentField = (item: Value, given: string, type: string): string | undefined => {
  const [, left, flags = '', width = '', precision = ''] = field.exec(given) ?? [];
  if (left === undefined) return undefined;
  if (type === 'r') return given === '' ? reprValue(item) : undefined;
  // Unlike `format`, it puts everything to the right.
  const side = left === '-' ? '<' : flags.includes('0') ? '' : '>';
  if (type === 's')
    return flags === '' && precision === ''
      ? formatSpecified(item, width === '' ? '' : side + width)
      : undefined;
  return /^[dfx]$/.test(type)
    ? formatSpecified(item, `${width === '' ? '' : side}${flags}${width}${precision}${type}`)
    : undefined;
};
