import { unzipSync } from 'node:zlib';
import { type Calculate, type Constant, isMapping, isNumber, isText, itemsIn, namesIn } from './constant.ts';
import { formatted, interpolated, substituted } from './format-constant.ts';

const ofText =
  (change: (text: string) => Constant | undefined): Calculate =>
  (text) =>
    isText(text) ? change(text) : undefined;

const ofTexts =
  (change: (text: string, given: readonly string[]) => Constant): Calculate =>
  (text, ...given) =>
    isText(text) && given.every(isText) ? change(text, given) : undefined;

const character: Calculate = (code) =>
  isNumber(code) && Number.isInteger(code) && code >= 0 && code <= 0x10_ff_ff
    ? String.fromCodePoint(code)
    : undefined;

const join = (separator: string, parts: readonly (Constant | undefined)[] | undefined) =>
  parts?.every(isText) === true ? parts.join(separator) : undefined;

/** `bytes([115, 121])`; what is text already stays it. */
const bytes: Calculate = (value) => {
  if (isText(value)) return value;
  const characters = itemsIn(value)?.map((code) => character(code));
  return join('', characters);
};

/** Each character of bytes is one byte. */
const fromBase64 = ofText((text) => Buffer.from(text, 'base64').toString('latin1'));
const fromHex = ofText((text) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex').toString('latin1'));
const rotate = ofText((text) =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCodePoint(((letter.charCodeAt(0) - base + 13) % 26) + base);
  }),
);
const same: Calculate = (value) => value;

const byCodec: Calculate = (text, codec) => {
  if (!isText(codec)) return text;
  if (/^rot_?13$/i.test(codec)) return rotate(text);
  if (/^hex(?:_codec)?$/i.test(codec)) return fromHex(text);
  return /^base_?64(?:_codec)?$/i.test(codec) ? fromBase64(text) : text;
};

const UNPACKED_MAX = 1_000;

/** Undefined for what is no compressed text, or a long one. */
const unpacked = ofText((text) => {
  try {
    return unzipSync(Buffer.from(text, 'latin1'), { maxOutputLength: UNPACKED_MAX }).toString('latin1');
  } catch {
    return undefined;
  }
});

const codeOf = (value: Constant | undefined): Constant | undefined =>
  isText(value) ? value.codePointAt(0) : value;

const makeTranslation: Calculate = (from, to) => {
  if (isMapping(from)) return new Map([...from].map(([key, value]) => [codeOf(key), value]));
  if (!isText(from) || !isText(to)) return undefined;
  const targets = Array.from(to);
  return new Map(Array.from(from, (sign, at) => [sign.codePointAt(0), targets[at]]));
};

const translated: Calculate = (text, table) =>
  isText(text) && isMapping(table)
    ? join(
        '',
        Array.from(text, (sign) => {
          const code = sign.codePointAt(0);
          const value = table.has(code) ? table.get(code) : sign;
          return isNumber(value) ? character(value) : value;
        }),
      )
    : undefined;

/** `(0x6c73).to_bytes(2, "big")`. */
const toBytes: Calculate = (number, length, order) => {
  if (!isNumber(number) || !isNumber(length) || length < 1 || length > 6) return undefined;
  if (!Number.isSafeInteger(number) || number < 0 || number >= 2 ** (8 * length)) return undefined;
  const buffer = Buffer.alloc(length);
  if (order === 'little') buffer.writeUIntLE(number, 0, length);
  else buffer.writeUIntBE(number, 0, length);
  return buffer.toString('latin1');
};

const BLANKS = ' \t\n\r\f\v';

/** Without the signs at its start, at its end, or both. */
const strip =
  (ends: 'start' | 'end' | 'both'): Calculate =>
  (text, signs) => {
    if (!isText(text)) return undefined;
    const removed = new Set(isText(signs) ? signs : BLANKS);
    const all = Array.from(text);
    const first = all.findIndex((sign) => !removed.has(sign));
    if (first === -1) return '';
    const last = all.findLastIndex((sign) => !removed.has(sign));
    return all.slice(ends === 'end' ? 0 : first, ends === 'start' ? undefined : last + 1).join('');
  };

const list: Calculate = (value) => itemsIn(value);

/** Functions by their dotted names. */
export const FUNCTIONS: ReadonlyMap<string, Calculate> = new Map(
  Object.entries({
    'base64.b64decode': fromBase64,
    'base64.standard_b64decode': fromBase64,
    'base64.urlsafe_b64decode': fromBase64,
    'base64.b16decode': fromHex,
    'bytes.fromhex': fromHex,
    'bytearray.fromhex': fromHex,
    'binascii.unhexlify': fromHex,
    'binascii.a2b_hex': fromHex,
    'binascii.a2b_base64': fromBase64,
    'codecs.decode': byCodec,
    'codecs.encode': byCodec,
    'zlib.decompress': unpacked,
    'gzip.decompress': unpacked,
    'int.to_bytes': toBytes,
    'str.maketrans': makeTranslation,
    'bytes.maketrans': makeTranslation,
    'string.Template': same,
    dict: (...given) => namesIn(given),
    chr: character,
    ord: ofText((text) => text.codePointAt(0) ?? 0),
    bytes,
    bytearray: bytes,
    str: same,
    list,
    tuple: list,
    iter: list,
    reversed: (value) => itemsIn(value)?.toReversed(),
  }),
);

/** Methods of a text, and of bytes, which count as text. */
export const METHODS: ReadonlyMap<string, Calculate> = new Map(
  Object.entries({
    encode: same,
    decode: same,
    lower: ofText((text) => text.toLowerCase()),
    casefold: ofText((text) => text.toLowerCase()),
    upper: ofText((text) => text.toUpperCase()),
    swapcase: ofText((text) =>
      Array.from(text, (sign) =>
        sign === sign.toLowerCase() ? sign.toUpperCase() : sign.toLowerCase(),
      ).join(''),
    ),
    strip: strip('both'),
    lstrip: strip('start'),
    rstrip: strip('end'),
    translate: translated,
    to_bytes: toBytes,
    get: (table, key, otherwise) => (isMapping(table) ? (table.get(key) ?? otherwise) : undefined),
    keys: (table) => (isMapping(table) ? [...table.keys()] : undefined),
    values: (table) => (isMapping(table) ? [...table.values()] : undefined),
    partition: ofTexts((text, [by = '']) => partsAround(text, text.indexOf(by), by)),
    rpartition: ofTexts((text, [by = '']) => partsAround(text, text.lastIndexOf(by), by)),
    format_map: (text, names) => (isText(text) ? formatted(text, [names]) : undefined),
    substitute: (text, ...given) => (isText(text) ? substituted(text, namesIn(given)) : undefined),
    safe_substitute: (text, ...given) => (isText(text) ? substituted(text, namesIn(given)) : undefined),
    removeprefix: ofTexts((text, [start = '']) => (text.startsWith(start) ? text.slice(start.length) : text)),
    removesuffix: ofTexts((text, [end = '']) =>
      end !== '' && text.endsWith(end) ? text.slice(0, -end.length) : text,
    ),
    replace: ofTexts((text, [from, to]) =>
      from === undefined || from === '' || to === undefined ? text : text.split(from).join(to),
    ),
    split: ofTexts((text, [by]) => (by === undefined ? text.trim().split(/\s+/) : text.split(by || /(?:)/))),
    join: (separator, parts) => (isText(separator) ? join(separator, itemsIn(parts)) : undefined),
    format: (text, ...given) => (isText(text) ? formatted(text, given) : undefined),
  } satisfies Record<string, Calculate>),
);

const partsAround = (text: string, at: number, by: string): Constant =>
  at === -1 || by === '' ? [text, '', ''] : [text.slice(0, at), by, text.slice(at + by.length)];

const REPEATED_MAX = 1_000;

const OPERATORS: ReadonlyMap<string, (left: number, right: number) => number> = new Map([
  ['+', (left, right) => left + right],
  ['-', (left, right) => left - right],
  ['^', (left, right) => left ^ right],
  ['*', (left, right) => left * right],
]);

export const calculate = (
  operator: string,
  left: Constant | undefined,
  right: Constant | undefined,
): Constant | undefined => {
  if (isText(left)) {
    if (operator === '+') return isText(right) ? left + right : undefined;
    if (operator === '*' && isNumber(right) && left.length * right <= REPEATED_MAX)
      return left.repeat(Math.max(0, Math.trunc(right)));
    return operator === '%' && right !== undefined ? interpolated(left, right) : undefined;
  }
  return isNumber(left) && isNumber(right) ? OPERATORS.get(operator)?.(left, right) : undefined;
};

/** `text[2:8]`, `text[::-1]`, `names[1:]`. */
export const sliced = (
  value: Constant | undefined,
  [from, to, by = 1]: readonly (number | undefined)[],
): Constant | undefined => {
  const items = itemsIn(value);
  if (items === undefined || by === 0) return undefined;
  const place = (at: number | undefined, otherwise: number): number => {
    if (at === undefined) return otherwise;
    return at < 0
      ? Math.max(by < 0 ? -1 : 0, at + items.length)
      : Math.min(at, by < 0 ? items.length - 1 : items.length);
  };
  const taken: (Constant | undefined)[] = [];
  const start = place(from, by < 0 ? items.length - 1 : 0);
  const end = place(to, by < 0 ? -1 : items.length);
  for (let at = start; by < 0 ? at > end : at < end; at += by) taken.push(items[at]);
  return isText(value) ? join('', taken) : taken;
};
