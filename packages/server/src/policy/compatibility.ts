import { Range, type SemVer, parse } from 'semver';

/** The version of a host as its clients write it, with or without a `v`; undefined when it is none. */
export const parseAppVersion = (text: string): SemVer | undefined => parse(text.trim()) ?? undefined;

/** Whether a range admits the version. A range that is empty or cannot be read admits every one. */
export const fitsAppVersion = (range: string, version: SemVer): boolean => {
  if (range.trim() === '') return true;
  try {
    return new Range(range, { includePrerelease: true }).test(version);
  } catch {
    return true;
  }
};
