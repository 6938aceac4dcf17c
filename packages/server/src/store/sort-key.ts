import type { SemVer } from 'semver';
import { type Precedence, precedenceOf } from '@patchbay/contract/valid-identifiers';

/**
 * A text whose bytewise order is SemVer precedence (https://semver.org/#spec-item-11); build metadata
 * does not count. Numbers carry their length first, `-` (a pre-release) sorts before `~` (a release),
 * and the separator `!` sorts before every character an identifier may hold.
 */
export const sortKey = ({ major, minor, patch, prerelease }: SemVer): string =>
  keyOf({ core: [major, minor, patch].map(String), prerelease: prerelease.map(String) });

/** The sort key of a version, the same for all spellings of one number. Undefined if the text is not a version. */
export const numberKey = (text: string): string | undefined => {
  const precedence = precedenceOf(text);
  return precedence && keyOf(precedence);
};

/**
 * The keys of the versions that should do where this one did, as SemVer promises: from its own key up to, and without,
 * another one. Undefined if the text is not a version.
 */
export const compatibleKeys = (text: string): { from: string; to: string } | undefined => {
  const precedence = precedenceOf(text);
  if (precedence === undefined) return undefined;
  const { core } = precedence;
  const kept =
    1 +
    Math.max(
      0,
      core.findIndex((digits) => digits !== '0'),
    );
  // Above the separators of what follows.
  return { from: keyOf(precedence), to: `${core.slice(0, kept).map(number).join('')}~~` };
};

const keyOf = ({ core, prerelease }: Precedence): string => {
  const numbers = core.map(number).join('');
  return prerelease.length === 0 ? `${numbers}~` : `${numbers}-${prerelease.map(identifier).join('!')}`;
};

const number = (digits: string): string => String.fromCharCode(0x40 + digits.length) + digits;

const identifier = (value: string): string => (/^\d+$/.test(value) ? `0${number(value)}` : `1${value}`);
