import { versionCharsMax } from '@patchbay/contract';
import type { SemVer } from 'semver';
import { ApiError } from '../errors.ts';
import {
  isNodeId,
  isPublishableVersion,
  isPublisherId,
  parseVersion,
} from '@patchbay/contract/valid-identifiers';

const invalidId = (id: string, path: string, rule: string): ApiError =>
  new ApiError('invalid_id', `"${id}" cannot be an id: ${rule}.`, { details: [{ path, message: rule }] });

/** Throws `invalid_id` unless it is valid as the id of a node. */
export const requireNodeId = (id: string, path: string): void => {
  if (!isNodeId(id)) {
    throw invalidId(
      id,
      path,
      'use 1 to 100 letters, digits, ".", "_" and "-", beginning and ending with a letter or digit, and no reserved word',
    );
  }
};

/** What makes the id of a publisher. */
export const publisherIdRule =
  'use 1 to 63 lower-case letters, digits and "-", beginning with a letter, and no reserved word';

/** Throws `invalid_id` unless it is valid as the id of a publisher. */
export const requirePublisherId = (id: string, path: string): void => {
  if (!isPublisherId(id)) {
    throw invalidId(id, path, publisherIdRule);
  }
};

/** Throws `id_mismatch` if body and path name different resources; `same` compares ids as look-ups do. */
export const requireSameId = (
  inBody: string | undefined,
  inPath: string,
  path: string,
  same: (id: string) => string = (id) => id,
): void => {
  if (inBody !== undefined && same(inBody) !== same(inPath)) {
    throw new ApiError(
      'id_mismatch',
      `The body has the id "${inBody}", but the URL has "${inPath}". Send the same id, or leave it out of the body.`,
      {
        details: [{ path, message: `must be "${inPath}"` }],
      },
    );
  }
};

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
