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
