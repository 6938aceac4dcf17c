import { gt, valid } from 'semver';

/** Whether a version is higher than another, by SemVer; false if one of them is none. */
export const isHigherVersion = (one: string, other: string): boolean =>
  valid(one) !== null && valid(other) !== null && gt(one, other);
