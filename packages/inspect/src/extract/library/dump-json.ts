import type { Interpreter } from '../evaluate/interpreter.ts';
import { textLengthMax } from '../evaluate/apply-operator.ts';
import { isLoose } from '../values/loose-members.ts';
import { showFloat } from '../values/show-value.ts';
import { truthOf } from '../values/truth-of.ts';
import { isKind, isObject, isSequence, none, type CallArguments, type Value } from '../values/value.ts';

const depthMax = 40;

interface Style {
  itemSeparator: string;
  keySeparator: string;
  /** The indentation of one level; undefined for a single line. */
  indent: string | undefined;
  isAscii: boolean;
  sortsKeys: boolean;
  left: number;
}

/** `json.dumps(value)` for constants; undefined if a value is unknown or the text is too long. */
export const dumpJson = (run: Interpreter, given: CallArguments): string | undefined => {
  const [value = none] = given.positional;
  const style = readStyle(given);
  const text = style && dump(value, style, 0);
  run.budget.spend(1 + Math.floor((text?.length ?? textLengthMax) / 16));
  return text;
};

const knownOptions: ReadonlySet<string> = new Set(['indent', 'separators', 'ensure_ascii', 'sort_keys']);

const readStyle = ({ positional, keywords }: CallArguments): Style | undefined => {
  if (positional.length !== 1 || [...keywords.keys()].some((name) => !knownOptions.has(name)))
    return undefined;
  const indent = keywords.get('indent') ?? none;
  const step =
    typeof indent === 'bigint'
      ? indent > 40n
        ? undefined
        : ' '.repeat(Math.max(0, Number(indent)))
      : indent;
  if (step === undefined || (step !== none && typeof step !== 'string')) return undefined;
  const separators = keywords.get('separators') ?? none;
  const [item, key] = isSequence(separators) ? separators.items : [step === none ? ', ' : ',', ': '];
  if (typeof item !== 'string' || typeof key !== 'string') return undefined;
  return {
    itemSeparator: item,
    keySeparator: key,
    indent: typeof step === 'string' ? step : undefined,
    isAscii: truthOf(keywords.get('ensure_ascii') ?? true) !== false,
    sortsKeys: truthOf(keywords.get('sort_keys') ?? false) === true,
    left: textLengthMax,
  };
};

const dump = (value: Value, style: Style, depth: number): string | undefined => {
  style.left -= typeof value === 'string' ? value.length + 2 : 2 + (style.indent?.length ?? 0) * depth;
  if (style.left < 0 || depth > depthMax) return undefined;
  if (value === none) return 'null';
  if (typeof value === 'string') return quote(value, style.isAscii);
  if (typeof value === 'number') return dumpNumber(value);
  if (!isObject(value)) return String(value);
  if (isSequence(value)) {
    if (value.items.some(isLoose)) return undefined;
    return wrap(
      '[',
      value.items.map((item) => dump(item, style, depth + 1)),
      ']',
      style,
      depth,
    );
  }
  if (isKind(value, 'instance'))
    return value.native === undefined ? undefined : dump(value.native, style, depth + 1);
  if (!isKind(value, 'dict') || value.unknownParts.size > 0) return undefined;
  const entries = [...value.entries.values()];
  if (entries.some(({ isUncertain }) => isUncertain)) return undefined;
  const named = entries.map(({ key, value: item }) => ({ name: keyText(key), item }));
  if (style.sortsKeys) named.sort((first, second) => ((first.name ?? '') < (second.name ?? '') ? -1 : 1));
  const parts = named.map(({ name, item }) => {
    const text = dump(item, style, depth + 1);
    if (name === undefined || text === undefined) return undefined;
    style.left -= name.length;
    return quote(name, style.isAscii) + style.keySeparator + text;
  });
  return wrap('{', parts, '}', style, depth);
};

const keyText = (key: Value): string | undefined => {
  if (typeof key === 'string') return key;
  if (typeof key === 'bigint' || typeof key === 'boolean') return String(key);
  if (key === none) return 'null';
  return typeof key === 'number' ? dumpNumber(key) : undefined;
};

const dumpNumber = (value: number): string => {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  return showFloat(value);
};

const wrap = (
  open: string,
  parts: (string | undefined)[],
  close: string,
  style: Style,
  depth: number,
): string | undefined => {
  if (parts.includes(undefined)) return undefined;
  if (style.indent === undefined || parts.length === 0) return open + parts.join(style.itemSeparator) + close;
  const line = `\n${style.indent.repeat(depth + 1)}`;
  return `${open}${line}${parts.join(style.itemSeparator + line)}\n${style.indent.repeat(depth)}${close}`;
};

const quote = (text: string, isAscii: boolean): string => {
  const quoted = JSON.stringify(text);
  if (!isAscii) return quoted;
  const escape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return quoted.replaceAll(/[\u007f-\uffff]/g, escape);
};
