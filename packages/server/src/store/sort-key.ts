import type { SemVer } from 'semver';

/**
 * A text whose bytewise order is SemVer precedence (https://semver.org/#spec-item-11); build metadata
 * does not count. Numbers carry their length first, `-` (a pre-release) sorts before `~` (a release),
 * and the separator `!` sorts before every character an identifier may hold.
 */
export const sortKey = ({ major, minor, patch, prerelease }: SemVer): string => {
  const core = [major, minor, patch].map(number).join('');
  return prerelease.length === 0 ? `${core}~` : `${core}-${prerelease.map(identifier).join('!')}`;
};

const number = (value: number): string => {
  const digits = String(value);
  return String.fromCharCode(0x40 + digits.length) + digits;
};

const identifier = (value: string | number): string =>
  typeof value === 'number' ? `0${number(value)}` : `1${value}`;
