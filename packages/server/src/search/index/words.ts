/** One word of a text: lower case, without diacritics. */
export interface Word {
  readonly text: string;
  /** Where it stands in the text as written. */
  readonly start: number;
  readonly end: number;
  /** Two characters of a script that writes no spaces between words. */
  readonly isBigram: boolean;
  /** Whether it follows the word before without a separator, as `Advanced` does in `KSamplerAdvanced`. */
  readonly isGlued: boolean;
}

const run = /[\p{L}\p{N}\p{M}]+/gu;
const unspaced = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}ー]+/gu;
/** Between `K` and `Sampler`, and between `Sampler` and `Advanced`. */
const hump = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ı: 'i',
};
const wordCharsMax = 64;

/** The text in lower case, without diacritics and with compatible characters alike. */
export const fold = (text: string): string =>
  isPlain.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replaceAll(/[\u0300-\u036F]/g, '')
        .toLowerCase()
        .replaceAll(/[ßæœøłđı]/g, (letter) => letters[letter] ?? letter)
        .normalize('NFC');

const isPlain = /^[\0-\u007F]*$/;

/** The letters and digits of a text alone: what is left of a name however it is spelled. */
export const compact = (text: string): string => (fold(text).match(run) ?? []).join('');

/** The words of a text, at most `max`. Identifiers are split where their case says so. */
export const wordsIn = (text: string, max: number): Word[] => {
  const words: Word[] = [];
  for (const { 0: found, index } of text.matchAll(run)) {
    if (words.length >= max) break;
    let at = index;
    for (const piece of splitByScript(found)) {
      if (piece.isUnspaced) addBigrams(words, piece.text, at);
      else addHumps(words, piece.text, at, at > index);
      at += piece.text.length;
    }
  }
  return words.slice(0, max);
};

const splitByScript = (text: string): { text: string; isUnspaced: boolean }[] => {
  if (isPlain.test(text)) return [{ text, isUnspaced: false }];
  const pieces: { text: string; isUnspaced: boolean }[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(unspaced)) {
    if (index > at) pieces.push({ text: text.slice(at, index), isUnspaced: false });
    pieces.push({ text: found, isUnspaced: true });
    at = index + found.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at), isUnspaced: false });
  return pieces;
};

const addHumps = (words: Word[], text: string, start: number, isGlued: boolean): void => {
  let at = start;
  for (const part of text.split(hump)) {
    const folded = fold(part).slice(0, wordCharsMax);
    if (folded !== '')
      words.push({
        text: folded,
        start: at,
        end: at + part.length,
        isBigram: false,
        isGlued: isGlued || at > start,
      });
    at += part.length;
  }
};

const addBigrams = (words: Word[], text: string, start: number): void => {
  const characters = Array.from(text);
  let at = start;
  for (const [index, character] of characters.entries()) {
    // The last one stands alone, and finds pairs that begin with it.
    const next = characters[index + 1] ?? '';
    words.push({
      text: fold(character + next),
      start: at,
      end: at + character.length + next.length,
      isBigram: true,
      isGlued: true,
    });
    at += character.length;
  }
};
