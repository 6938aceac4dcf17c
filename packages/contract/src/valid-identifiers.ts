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

/** The version when it is strict SemVer 2.0.0 as written, else undefined. */
export const parseVersion = (text: string): SemVer | undefined => {
  const version = parse(text);
  if (version === null) return undefined;
  const build = version.build.length > 0 ? `+${version.build.join('.')}` : '';
  // The library forgives a leading "v" or "=" and white space, the standard does not.
  return version.version + build === text ? version : undefined;
};

const numeric = /^\d+$/;

/** Whether a version may be published: no longer, and with no greater numbers, than every client can hold. */
export const isPublishableVersion = ({ raw, prerelease }: SemVer): boolean =>
  raw.length <= versionCharsMax &&
  // The library bounds the other three numbers itself.
  prerelease.every((part) => !numeric.test(String(part)) || BigInt(part) <= Number.MAX_SAFE_INTEGER);
