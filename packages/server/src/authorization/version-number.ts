import { versionCharsMax } from '@patchbay/contract';
import type { SemVer } from 'semver';
import { ApiError } from '../errors.ts';
import { isPublishableVersion, parseVersion } from '../store/identifiers.ts';

const bounds = `at most ${versionCharsMax} characters, and no number in it over ${Number.MAX_SAFE_INTEGER}`;

/** The version number to publish. Throws `invalid_version`. */
export const requireVersion = (text: string, path: string): SemVer => {
  const version = parseVersion(text);
  if (version === undefined || !isPublishableVersion(version)) {
    const shown = text.length > versionCharsMax ? `${text.slice(0, versionCharsMax)}…` : text;
    throw new ApiError(
      'invalid_version',
      `"${shown}" cannot be published. Write a version like 1.2.3 (SemVer 2.0.0), ${bounds}.`,
      {
        details: [{ path, message: `must be SemVer 2.0.0, ${bounds}` }],
      },
    );
  }
  return version;
};
