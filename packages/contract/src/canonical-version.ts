import type { CompatFlags } from './profiles/profile.ts';

/** One to three numbers, with or without a leading "v". A suffix is accepted only after three numbers. */
const loose = /^v?(\d+)(?:\.(\d+)(?:\.(\d+.*))?)?$/s;

/**
 * The version that a caller means: `1`, `1.0` and `v1.0.0` mean `1.0.0` if the profile allows it. Other text is
 * unchanged.
 */
export const canonicalVersion = (
  text: string,
  { looseVersions }: Pick<CompatFlags, 'looseVersions'>,
): string => {
  const [, major, minor = '0', patch = '0'] = (looseVersions && loose.exec(text)) || [];
  return major === undefined ? text : `${major}.${minor}.${patch}`;
};

/**
 * The version that a query has. A "+" that is not escaped arrives as a space, which no version has: many clients put
 * versions into URLs as they are.
 */
export const versionOfQuery = (text: string): string => text.replace(/(?<=\S) (?=\S)/, '+');
