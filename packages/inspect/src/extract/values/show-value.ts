import { isObject, type Value, none } from './value.ts';

const lengthMax = 10_000;

/** Python's `str(value)`; undefined if it is unknown. */
export const showValue = (value: Value): string | undefined => {
  if (typeof value === 'string') return value;
  return represent(value, { left: lengthMax });
};

/** Python's `repr(value)`; undefined if it is unknown. */
export const reprValue = (value: Value): string | undefined => represent(value, { left: lengthMax });

/** Python's `ascii(value)`; undefined if it is unknown. */
export const asciiValue = (value: Value): string | undefined =>
  reprValue(value)?.replaceAll(/[^\0-\x7F]/gu, (character) => {
    const digits = (character.codePointAt(0) ?? 0).toString(16);
    if (digits.length <= 2) return `\\x${digits}`;
    return digits.length <= 4 ? `\\u${digits.padStart(4, '0')}` : `\\U${digits.padStart(8, '0')}`;
  });

const represent = (value: Value, fuel: { left: number }): string | undefined => {
  fuel.left -= 1;
  if (fuel.left < 0) return undefined;
  if (value === none) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'number') return showFloat(value);
  if (typeof value === 'string') {
    fuel.left -= value.length;
    return quote(value);
  }
  if (!isObject(value)) return undefined;
  switch (value.kind) {
    case 'list':
      return wrap('[', representAll(value.items, fuel), ']');
    case 'tuple':
      return wrap('(', representAll(value.items, fuel), value.items.length === 1 ? ',)' : ')');
    case 'dict': {
      if (value.unknownParts.size > 0) return undefined;
      const pairs = [...value.entries.values()].map((entry) => {
        const key = represent(entry.key, fuel);
        const shown = represent(entry.value, fuel);
        return key === undefined || shown === undefined ? undefined : `${key}: ${shown}`;
      });
      return wrap('{', pairs, '}');
    }
    case 'instance':
      return value.native === undefined ? undefined : showValue(value.native);
    default:
      return undefined;
  }
};

const representAll = (items: Value[], fuel: { left: number }): (string | undefined)[] =>
  items.map((item) => represent(item, fuel));

const wrap = (open: string, parts: (string | undefined)[], close: string): string | undefined =>
  parts.includes(undefined) ? undefined : `${open}${parts.join(', ')}${close}`;

/** Undefined if a character has no form to print. */
const quote = (text: string): string | undefined => {
  if (/[^\P{C}\n\t\r]|[^\P{Z} ]/u.test(text)) return undefined;
  const mark = text.includes("'") && !text.includes('"') ? '"' : "'";
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\t', '\\t');
  return mark + (mark === "'" ? escaped.replaceAll("'", "\\'") : escaped) + mark;
};

/** A float as Python prints it: `1.0`, `1e-05`, `1e+16`, `inf`. */
export const showFloat = (value: number): string => {
  if (Number.isNaN(value)) return 'nan';
  if (!Number.isFinite(value)) return value > 0 ? 'inf' : '-inf';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
    return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  }
  return Number.isInteger(value) ? `${Object.is(value, -0) ? '-0' : value}.0` : `${value}`;
};
