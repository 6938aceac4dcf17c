import type { Word } from './words.ts';

const joinedWordsMax = 4;
export const joinedCharsMax = 64;
/** The joined words of longer names are indexed in pairs and as a whole. */
const tripledWordsMax = 8;

/** A part of a word of a query, to be found in one of some fields. */
export interface SoughtWord extends Pick<Word, 'text' | 'isBigram'> {
  readonly fields: number;
  /** The word that it is part of: words may be left out where no document has all. Undefined if it may not. */
  readonly word: number | undefined;
}

/** The joined neighbours of an identifier; of plain text, only what is written without a space. */
export const joinedIn = (words: readonly Word[], isPlainText: boolean): Set<string> => {
  const joined = new Set<string>();
  const join = (from: number, to: number): void => {
    const part = words.slice(from, to);
    if (part.length > 1 && !part.some(({ isBigram }) => isBigram))
      joined.add(part.map(({ text }) => text).join(''));
  };
  for (let from = 0; from < words.length; from += 1) {
    if (isPlainText) {
      if (words[from]?.isGlued === true) continue;
      let to = from + 1;
      while (words[to]?.isGlued === true) to += 1;
      join(from, to);
      continue;
    }
    join(from, from + 2);
    if (words.length <= tripledWordsMax) join(from, from + 3);
  }
  if (!isPlainText) join(0, words.length);
  return joined;
};

/** Each word, and neighbours that may have been one word. */
export const spansOf = (sought: readonly SoughtWord[]): { from: number; to: number; text: string }[] => {
  const spans: { from: number; to: number; text: string }[] = [];
  for (const [from, first] of sought.entries()) {
    let text = '';
    for (let to = from; to < sought.length; to += 1) {
      const word = sought[to];
      if (word === undefined || word.fields !== first.fields) break;
      if (to > from && (word.isBigram || first.isBigram || to - from >= joinedWordsMax)) break;
      text += word.text;
      if (text.length > joinedCharsMax) break;
      spans.push({ from, to, text });
    }
  }
  return spans;
};
