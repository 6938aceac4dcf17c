import type { Readable } from 'node:stream';
import type { Endpoints } from '@patchbay/contract';
import { type StagedBlob, BlobTooLargeError } from '../blobs/blob-store.ts';
import { packageKey } from '../blobs/keys.ts';
import { verifyUploadGrant } from '../blobs/upload-signature.ts';
import type { Context, Operation } from '../context.ts';
import { ApiError } from '../errors.ts';
import { nodeBanned } from '../guards/node.ts';
import { demandSoundPackage } from '../guards/package.ts';
import { publisherBanned } from '../guards/publisher.ts';
import { receivePackageKind } from '../jobs/kinds.ts';
import { findNodeCard } from '../store/node-cards.ts';
import type { NodeRecord } from '../store/nodes.ts';
import type { Cause } from '../store/changes.ts';
import { isPublisherBanned } from '../store/publishers.ts';
import {
  type StoredPackage,
  type VersionRecord,
  findVersionById,
  markPackageStored,
} from '../store/versions.ts';

type UploadPackage = Endpoints['uploadPackage'];

/**
 * Takes the package of a published version: onto the disk, through the checks, into the store, and only then into
 * the database. Whatever fails before that leaves the version as it was.
 */
export const uploadPackage: Operation<UploadPackage> = async (context, { params, query, body, cause }) => {
  const { node, version } = await grantedVersion(context, params.versionId, query);
  await using staged = await stage(context, body);
  const { sha256, bytes } = staged;
  const reply = { sha256, bytes };
  if (version.package !== undefined) {
    demandSamePackage(version.package.sha256, sha256);
    return reply;
  }
  if (version.status !== 'NodeVersionStatusPending') throw noLongerWanted();
  await demandSoundPackage(context, staged.path, { nodeId: node.id, version: version.version });
  const key = packageKey(node, version.id, sha256);
  await staged.commit(key);
  const winner = await record(context, { ...cause, actor: `upload:${version.id}` }, version.id, reply);
  if (winner !== sha256) await context.blobs.remove(key);
  demandSamePackage(winner, sha256);
  return reply;
};

/** Records the package as the version's, unless another one was first. Returns the digest of the one that counts. */
const record = (
  { store }: Context,
  cause: Cause,
  versionId: string,
  stored: StoredPackage,
): Promise<string | undefined> =>
  store.write(cause, async (tx) => {
    if (await markPackageStored(tx, versionId, stored)) {
      await tx.append({ action: 'package.stored', subject: `version:${versionId}`, after: stored });
      await tx.enqueue({ kind: receivePackageKind, subject: versionId, runAt: tx.now });
      return stored.sha256;
    }
    return (await findVersionById(tx.db, versionId))?.package?.sha256;
  });

const grantedVersion = async (
  { config, store, now }: Context,
  versionId: string,
  { expires, signature }: { expires: string; signature: string },
): Promise<{ node: NodeRecord; version: VersionRecord }> => {
  const version = await findVersionById(store.read, versionId);
  const card = version && (await findNodeCard(store.read, version.nodeKey));
  if (version === undefined || card === undefined) throw noLongerWanted();
  const { node, publisher } = card;
  const grant = { publisherId: publisher.id, nodeKey: node.key, versionId, expires: Number(expires) };
  const isGood = verifyUploadGrant(config.SECRET, grant, signature);
  if (!isGood || grant.expires * 1000 <= now().getTime()) {
    throw new ApiError(
      'forbidden',
      'The upload address is not valid or no longer; repeat the publish for a fresh one.',
    );
  }
  if (isPublisherBanned(publisher)) throw publisherBanned(publisher.id);
  if (node.status === 'NodeStatusBanned') throw nodeBanned(node.id);
  return { node, version };
};

const stage = async ({ blobs, config }: Context, body: Readable): Promise<StagedBlob> => {
  try {
    return await blobs.stage(body, config.PACKAGE_BYTES_MAX);
  } catch (error) {
    if (!(error instanceof BlobTooLargeError)) throw error;
    throw new ApiError(
      'package_too_large',
      `The package is over ${config.PACKAGE_BYTES_MAX} bytes; leave out what is not needed to run it.`,
    );
  }
};

const demandSamePackage = (stored: string | undefined, sent: string): void => {
  if (stored === undefined) throw noLongerWanted();
  if (stored !== sent) {
    throw new ApiError(
      'package_exists',
      'Another package is already stored for this version; publish a new number.',
    );
  }
};

const noLongerWanted = (): ApiError =>
  new ApiError('version_not_found', 'No version waits for this package; publish it again.');
