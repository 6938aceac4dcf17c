import type { SemVer } from 'semver';
import { parseVersion } from '@patchbay/contract/valid-identifiers';

/**
 * A text whose bytewise order is SemVer precedence (https://semver.org/#spec-item-11); build metadata
 * does not count. Numbers carry their length first, `-` (a pre-release) sorts before `~` (a release),
 * and the separator `!` sorts before every character an identifier may hold.
 */
export const sortKey = ({ major, minor, patch, prerelease }: SemVer): string => {
  const core = [major, minor, patch].map(String).map(number).join('');
  return prerelease.length === 0 ? `${core}~` : `${core}-${prerelease.map(identifier).join('!')}`;
};

/** The sort key of a version, the same for all spellings of one number. Undefined if the text is not a version. */
export const numberKey = (text: string): string | undefined => {
  const version = parseVersion(text);
  return version && sortKey(version);
};

const number = (digits: string): string => String.fromCharCode(0x40 + digits.length) + digits;

/** The parser returns numbers as text if they exceed a double. */
const identifier = (value: string | number): string =>
  /^\d+$/.test(String(value)) ? `0${number(String(value))}` : `1${value}`;
