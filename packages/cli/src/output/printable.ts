/**
 * Control characters, which could rewrite what a terminal shows, and those that change the direction of text. Line
 * feeds and tabs stay.
 */
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const unprintable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** A copy of a value in which every text is safe to show in a terminal. Much of what a registry sends is by strangers. */
export const printable = <Value>(value: Value): Value => {
  const copy = (one: unknown): unknown => {
    if (typeof one === 'string') return one.replaceAll(unprintable, '\u{fffd}');
    if (Array.isArray(one)) return one.map(copy);
    if (typeof one !== 'object' || one === null) return one;
    return Object.fromEntries(Object.entries(one).map(([key, item]) => [printable(key), copy(item)]));
  };
  return copy(value) as Value;
};
