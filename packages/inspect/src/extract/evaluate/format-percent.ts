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
  const formatted = text.replace(/%(?:\((\w+)\))?([0-9.]{0,6})([sdrfx%])/g, (_, name, width, type) => {
    if (type === '%') return '%';
    const named = typeof name === 'string' && isKind(value, 'dict') ? getItem(value, name) : undefined;
    const item = named ?? values[position];
    position += 1;
    const shown = item === undefined ? undefined : formatPercentField(item, String(width), String(type));
    isKnown &&= shown !== undefined;
    return shown ?? '';
  });
  return isKnown ? formatted : undefined;
};

const formatPercentField = (item: Value, width: string, type: string): string | undefined => {
  if (type === 'r') return reprValue(item);
  return formatSpecified(item, type === 's' ? width : `${width}${type}`) ?? undefined;
};
