import { ApiError, packageTooLarge, versionNotFound } from '../errors.ts';
import { type PackageFault, describeFault, type UploadObstacle } from '../packages/intake.ts';
import { nodeBanned } from '../authorization/node.ts';
import { trustedOnly } from '../lifecycle/publish.ts';
import { publisherBanned } from '../authorization/publisher.ts';
import { quotaExceeded } from '../authorization/quotas.ts';
import type { NodeCard } from '../store/rows/node-cards.ts';
import { type Quota, findQuota } from '../store/rows/quotas.ts';
import type { VersionRecord } from '../store/rows/versions.ts';
import type { ReadConnection } from '../store/store.ts';

/** The error for a package that has a fault. */
export const packageRefused = (fault: PackageFault): ApiError => {
  const message = describeFault(fault);
  switch (fault.kind) {
    case 'too-large':
      return packageTooLarge(fault.bytesMax);
    case 'too-heavy':
      return new ApiError('invalid_package', message, { cause: fault.cause });
    case 'invalid':
      return new ApiError(
        'invalid_package',
        message,
        fault.entry === undefined ? {} : { details: [{ path: `/${printable(fault.entry)}`, message }] },
      );
    case 'mismatch':
      return new ApiError('package_mismatch', message, {
        details: fault.mismatches.map((mismatch) => ({ path: '/pyproject.toml', message: mismatch })),
      });
  }
};

/** A name from a hostile archive, as one short line of plain characters. */
const printable = (name: string): string => JSON.stringify(name.toWellFormed()).slice(1, -1).slice(0, 200);

/** A version that waits for a package. */
export interface Granted extends Pick<NodeCard, 'publisher' | 'node'> {
  version: VersionRecord;
  /** What the package takes at least. */
  bytes: number;
}

interface Closed extends Granted {
  /** What the packages of the publisher take. */
  quota: Quota;
}

/** The error for a package that is not taken for now, whatever package it is. */
export const uploadClosed = async (
  read: ReadConnection,
  obstacle: UploadObstacle,
  granted: Granted,
): Promise<ApiError> => {
  const quota = await findQuota(read, granted.publisher.id, 'package_bytes');
  return errors[obstacle]({ ...granted, quota });
};

const errors: { readonly [Obstacle in UploadObstacle]: (closed: Closed) => ApiError } = {
  'publisher-banned': ({ publisher }) => publisherBanned(publisher.id),
  'publisher-deleted': ({ node, version }) => versionNotFound(node.id, version.version),
  'node-banned': ({ node }) => nodeBanned(node.id),
  'node-deleted': ({ node }) =>
    new ApiError(
      'node_not_found',
      `The node "${node.id}" was deleted. Restore it, then upload the package again.`,
    ),
  'quota-used-up': ({ quota, bytes }) => quotaExceeded(quota, bytes),
  'trusted-only': ({ node }) => trustedOnly(node.id),
  'token-ended': () =>
    new ApiError(
      'forbidden',
      'The token of this publish was revoked or has expired. Publish again with another token.',
    ),
};
