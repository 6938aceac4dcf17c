import type { Budget } from '../evaluate/budget.ts';

const surrogate = /[\uD800-\uDFFF]/;

/** The characters of a text as Python counts them, which are code points; the text itself if each is one code unit. */
export const charactersOf = (budget: Budget, text: string): string | string[] => {
  const isPlain = !surrogate.test(text);
  budget.spend(Math.floor(text.length / (isPlain ? 64 : 4)));
  return isPlain ? text : Array.from(text);
};

/** Python's `len(text)`. */
export const countCharacters = (text: string): number => {
  let count = text.length;
  for (let at = 1; at < text.length; at += 1) {
    if (isPair(text.charCodeAt(at - 1), text.charCodeAt(at))) count -= 1;
  }
  return count;
};

const isPair = (high: number, low: number): boolean =>
  high >= 0xd800 && high < 0xdc00 && low >= 0xdc00 && low < 0xe000;

/** The first characters of a text, at most `count`. */
export const takeCharacters = (text: string, count: number): string =>
  Array.from(text.slice(0, 2 * count))
    .slice(0, count)
    .join('');
