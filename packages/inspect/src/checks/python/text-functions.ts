/** What a constant expression can be; undefined in place of an item that only running the code could tell. */
export type Constant = string | number | readonly (Constant | undefined)[];

/** A function of constants; undefined if it does not make one of what it is given. */
type Calculate = (...given: readonly (Constant | undefined)[]) => Constant | undefined;

const isText = (value: Constant | undefined): value is string => typeof value === 'string';
export const isNumber = (value: Constant | undefined): value is number => typeof value === 'number';

const ofText =
  (change: (text: string) => Constant): Calculate =>
  (text) =>
    isText(text) ? change(text) : undefined;

const ofTexts =
  (change: (text: string, given: readonly string[]) => Constant): Calculate =>
  (text, ...given) =>
    isText(text) && given.every(isText) ? change(text, given) : undefined;

export const itemsIn = (value: Constant | undefined): readonly (Constant | undefined)[] | undefined =>
  isText(value) ? Array.from(value) : isNumber(value) ? undefined : value;

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

const fromBase64 = ofText((text) => Buffer.from(text, 'base64').toString());
const fromHex = ofText((text) => Buffer.from(text.replaceAll(/\s/g, ''), 'hex').toString());
const rotate = ofText((text) =>
  text.replaceAll(/[a-z]/gi, (letter) => {
    const base = letter <= 'Z' ? 65 : 97;
    return String.fromCodePoint(((letter.charCodeAt(0) - base + 13) % 26) + base);
  }),
);
const same: Calculate = (value) => value;
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
    'codecs.decode': rotate,
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

const fields = /\{\{|\}\}|\{(\w*)\}/g;
const placeholders = /%[%srd]/g;

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
    strip: (text, signs) => (isText(text) && signs === undefined ? text.trim() : undefined),
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

const formatted = (text: string, given: readonly (Constant | undefined)[]): string | undefined => {
  let next = 0;
  let isKnown = true;
  const written = text.replaceAll(fields, (field, index?: string) => {
    if (index === undefined) return field.slice(1);
    const value = given[index === '' ? next++ : Number(index)];
    if (!isText(value)) isKnown = false;
    return String(value);
  });
  return isKnown ? written : undefined;
};

/** `"%s%s" % ("sys", "tem")`. */
const interpolated = (text: string, given: Constant): string | undefined => {
  const values = Array.isArray(given) ? given : [given];
  let next = 0;
  const written = text.replaceAll(placeholders, (found) => (found === '%%' ? '%' : String(values[next++])));
  return next === values.length && values.every((value) => isText(value) || isNumber(value))
    ? written
    : undefined;
};

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
