import semver from 'semver';

/** Whether a version is above another one. False if a registry calls something a version that is none. */
export const isAbove = (one: string, other: string): boolean =>
  semver.valid(one) !== null && semver.valid(other) !== null && semver.gt(one, other);
