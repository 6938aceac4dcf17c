import type { SemVer } from 'semver';
import { ApiError } from '../errors.ts';
import { parseVersion } from '../policy/identifiers.ts';

/** The version a caller wrote, or `invalid_version`. */
export const demandVersion = (text: string, path: string): SemVer => {
  const version = parseVersion(text);
  if (version === undefined) {
    throw new ApiError(
      'invalid_version',
      `"${text}" is not a version; write one like 1.2.3 (SemVer 2.0.0).`,
      {
        details: [{ path, message: 'must be SemVer 2.0.0' }],
      },
    );
  }
  return version;
};
