/**
 * What looks like one letter in the typefaces of terminals and web pages, as the letter it counts as. Separators come
 * first: without them, what stood on both sides can look like one letter.
 */
const lookalikes: readonly (readonly [RegExp, string])[] = [
  [/[-_.]/g, ''],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/[1i]/g, 'l'],
  [/0/g, 'o'],
];

/** An id without all that people overlook. Two ids that fold to the same text can be taken for each other. */
export const foldId = (id: string): string =>
  lookalikes.reduce((text, [pattern, letter]) => text.replaceAll(pattern, letter), id.toLowerCase());

/** Whether two folded ids differ by one letter, or by two that changed places. Another number is another name. */
export const isOneLetterOff = (one: string, other: string): boolean => {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1 || short === long) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  const isNumber = (text: string, index: number): boolean => /\d/.test(text[index] ?? '');
  if (short.length < long.length) return !isNumber(long, at) && short.slice(at) === long.slice(at + 1);
  if (isNumber(short, at) && isNumber(long, at)) return false;
  return (
    short.slice(at + 1) === long.slice(at + 1) ||
    (short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2))
  );
};
