import { limits } from '@patchbay/contract';
import { ApiError } from '../errors.ts';

const { searchWordsMax, searchWordCharsMax } = limits;

/** The words of a query parameter. Throws `invalid_request` if they are too many or too long. */
export const requireWords = (parameter: string, query: string | undefined): string[] => {
  const words = findWords(query);
  if (words.length > searchWordsMax) {
    throw refusal(parameter, `has ${words.length} words; search for at most ${searchWordsMax}`);
  }
  if (words.some((word) => Array.from(word).length > searchWordCharsMax)) {
    throw refusal(parameter, `has a word of over ${searchWordCharsMax} characters; shorten it`);
  }
  return words;
};

const refusal = (parameter: string, fault: string): ApiError =>
  new ApiError('invalid_request', `The ${parameter} ${fault}.`, {
    details: [
      {
        path: `/${parameter}`,
        message: `must be at most ${searchWordsMax} words of at most ${searchWordCharsMax} characters`,
      },
    ],
  });

/** The words of a query, in lower case and without duplicates, separated by any white space. */
const findWords = (query: string | undefined): string[] => [
  ...new Set(
    (query ?? '')
      .toLowerCase()
      .split(/\s+/u)
      .filter((word) => word !== ''),
  ),
];
