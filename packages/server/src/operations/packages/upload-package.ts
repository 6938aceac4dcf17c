import type { Endpoints } from '@patchbay/contract';
import { verifyUploadGrant } from '../../blobs/upload-signature.ts';
import type { Context } from '../../context.ts';
import { ApiError } from '../../errors.ts';
import { requireSize } from '../../intake/require-sound-package.ts';
import { requireUpload } from '../../access/upload.ts';
import { keepPackage } from '../../intake/keep-package.ts';
import { findNodeCard } from '../../store/rows/node-cards.ts';
import type { NodeRecord } from '../../store/rows/nodes.ts';
import { type VersionRecord, findVersionById } from '../../store/rows/versions.ts';
import type { Operation } from '../operation.ts';

type UploadPackage = Endpoints['uploadPackage'];

/** Takes the package of a published version. Whatever fails before it is stored leaves the version as it was. */
export const uploadPackage: Operation<UploadPackage> = async (context, { params, query, body, cause }) => {
  const { node, version } = await grantedVersion(context, params.versionId, query);
  await using staged = await requireSize(
    context,
    context.blobs.stage(body, context.config.PACKAGE_BYTES_MAX),
  );
  const { sha256, bytes } = staged;
  const reply = { sha256, bytes };
  if (version.package !== undefined) {
    requireSamePackage(version.package.sha256, sha256);
    return reply;
  }
  if (version.status !== 'NodeVersionStatusPending') throw noLongerWanted();
  requireSamePackage(await keepPackage(context, cause, { node, version }, staged), sha256);
  return reply;
};

const grantedVersion = async (
  { config, store, now }: Context,
  versionId: string,
  { expires, signature }: { expires: string; signature: string },
): Promise<{ node: NodeRecord; version: VersionRecord }> => {
  const version = await findVersionById(store.read, versionId);
  const card = version && (await findNodeCard(store.read, version.nodeKey));
  if (version === undefined || card === undefined) throw noLongerWanted();
  const { node, publisher } = card;
  const grant = {
    publisherId: publisher.id,
    nodeKey: node.key,
    versionId,
    tokenId: version.uploadTokenId,
    expires: Number(expires),
  };
  const isGood = verifyUploadGrant(config.SECRET, grant, signature);
  if (!isGood || grant.expires * 1000 <= now().getTime()) {
    throw new ApiError(
      'forbidden',
      'The upload address is not valid or no longer; repeat the publish for a fresh one.',
    );
  }
  // Before the body is read; it is asked once more where the package is recorded.
  await requireUpload(store.read, now().toISOString(), version);
  return { node, version };
};

const requireSamePackage = (stored: string | undefined, sent: string): void => {
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
