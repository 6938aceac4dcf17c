import type { CompatFlags } from './profiles/profile.ts';

/** One to three numbers, after a "v" or not; what follows them is kept only where all three are there. */
const loose = /^v?(\d+)(?:\.(\d+)(?:\.(\d+.*))?)?$/s;

/** The version that a caller means: `1`, `1.0` and `v1.0.0` are `1.0.0` where clients write so. Any other text stays. */
export const canonicalVersion = (
  text: string,
  { looseVersions }: Pick<CompatFlags, 'looseVersions'>,
): string => {
  const [, major, minor = '0', patch = '0'] = (looseVersions && loose.exec(text)) || [];
  return major === undefined ? text : `${major}.${minor}.${patch}`;
};
