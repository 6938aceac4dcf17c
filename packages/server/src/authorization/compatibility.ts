import { LRUCache } from 'lru-cache';
import { Range, type SemVer, parse } from 'semver';

/** The version of a host as its clients write it, with or without a `v`; undefined when it is none. */
export const parseAppVersion = (text: string): SemVer | undefined => parse(text.trim()) ?? undefined;

/** Of all ranges that are kept parsed. A parsed range takes up to a hundred times its text in memory. */
const parsedCharsMax = 500_000;

/** To parse a range costs a hundred times what it costs to test it. */
const parsed = new LRUCache<string, Range>({
  maxSize: parsedCharsMax,
  sizeCalculation: (_range, text) => text.length + 1,
});

const everything = new Range('*', { includePrerelease: true });

/** Whether a range admits the version. A range that is empty or cannot be read admits every one. */
export const fitsAppVersion = (range: string, version: SemVer): boolean => parseRange(range).test(version);

const parseRange = (text: string): Range => {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const range = readRange(text);
  parsed.set(text, range);
  return range;
};

const readRange = (text: string): Range => {
  if (text.trim() === '') return everything;
  try {
    return new Range(text, { includePrerelease: true });
  } catch {
    return everything;
  }
};
