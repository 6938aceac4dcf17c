import { type SemVer, parse } from 'semver';
import {
  nodeIdCharsMax,
  nodeIdPattern,
  publisherIdPattern,
  reservedNodeIds,
  reservedPublisherIds,
  versionCharsMax,
} from './identifiers.ts';

const nodeId = new RegExp(nodeIdPattern);
const publisherId = new RegExp(publisherIdPattern);

export const isNodeId = (id: string): boolean =>
  id.length <= nodeIdCharsMax && nodeId.test(id) && !reservedNodeIds.includes(id.toLowerCase());

export const isPublisherId = (id: string): boolean =>
  publisherId.test(id) && !reservedPublisherIds.includes(id);

/** That of the standard, https://semver.org/#is-there-a-suggested-regular-expression-regex-to-check-a-semver-string */
const strictVersion =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-((?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*)(?:\.(?:0|[1-9]\d*|\d*[a-zA-Z-][\da-zA-Z-]*))*))?(?:\+[\da-zA-Z-]+(?:\.[\da-zA-Z-]+)*)?$/;
/** The library takes no longer text, and no greater number. */
const parsedCharsMax = 256;

/** What orders versions: the three numbers, and the identifiers of a pre-release, as they are written. */
export interface Precedence {
  core: readonly string[];
  prerelease: readonly string[];
}

/** Undefined for what is not strict SemVer 2.0.0 as written. */
export const precedenceOf = (text: string): Precedence | undefined => {
  const found = text.length <= parsedCharsMax ? strictVersion.exec(text) : null;
  if (found === null) return undefined;
  const [, major = '', minor = '', patch = '', prerelease] = found;
  const core = [major, minor, patch];
  if (core.some((number) => Number(number) > Number.MAX_SAFE_INTEGER)) return undefined;
  return { core, prerelease: prerelease?.split('.') ?? [] };
};

/**
 * The version when it is strict SemVer 2.0.0 as written, else undefined. The library throws and catches an error for
 * each text that it cannot parse, which takes longer than all else in a bulk of such texts, so it never gets one.
 */
export const parseVersion = (text: string): SemVer | undefined =>
  precedenceOf(text) && (parse(text) ?? undefined);

const numeric = /^\d+$/;

/** Whether a version may be published: no longer, and with no greater numbers, than every client can hold. */
export const isPublishableVersion = ({ raw, prerelease }: SemVer): boolean =>
  raw.length <= versionCharsMax &&
  // The library bounds the other three numbers itself.
  prerelease.every((part) => !numeric.test(String(part)) || BigInt(part) <= Number.MAX_SAFE_INTEGER);
