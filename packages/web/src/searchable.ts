import { limits } from '@patchbay/contract';

const { searchWordsMax, searchWordCharsMax } = limits;

/** As much of a text as a search takes: an id can have longer words, and more of them. */
export const searchable = (text: string): string =>
  text
    .split(/\s+/)
    .slice(0, searchWordsMax)
    .map((word) => Array.from(word).slice(0, searchWordCharsMax).join(''))
    .join(' ');
