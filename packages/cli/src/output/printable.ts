/**
 * What could rewrite what a terminal shows: control characters, line breaks of Unicode, and characters that change the
 * direction of text.
 */
const unprintable =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Begins each line but the first, so that no text can pass for a line of the program's own. */
const continuation = '\n    │ ';

const clean = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replaceAll(unprintable, '\u{fffd}')
    .replaceAll('\t', '    ')
    .trimEnd()
    .replaceAll('\n', continuation);

/**
 * A copy of a value in which every text is safe to show in a terminal: it moves no cursor, and forges no line. Much of
 * what a registry sends is by strangers.
 */
export const printable = <Value>(value: Value): Value => {
  const copy = (one: unknown): unknown => {
    if (typeof one === 'string') return clean(one);
    if (Array.isArray(one)) return one.map(copy);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, item]) => [clean(key), copy(item)]));
  };
  return copy(value) as Value;
};

/** The same JSON for its reader. JSON leaves characters as they are that a terminal would obey. */
export const escaped = (json: string): string =>
  json.replaceAll(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
