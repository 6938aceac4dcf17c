import { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { Endpoints } from '@patchbay/contract';
import { verifyUploadGrant } from '../../packages/blobs/upload-signature.ts';
import type { Context } from '../../context.ts';
import type { Call, Operation } from '../operation.ts';
import { ApiError } from '../../errors.ts';
import { findObstacleOf } from '../../packages/find-upload-obstacle.ts';
import { type Intake, noteRefusal } from '../../packages/intake.ts';
import { uploadBudget } from '../../packages/read-package.ts';
import { comparePackage, receivePackage } from '../../packages/receive-package.ts';
import type { LimitedUpload } from '../../packages/upload-limiter.ts';
import { findNodeCard } from '../../store/rows/node-cards.ts';
import { findVersionById } from '../../store/rows/versions.ts';
import { packageRefused, type Granted, uploadClosed } from '../../present/upload-refusals.ts';
import { countRefusal } from '../../limits/rate-limited.ts';

type UploadPackage = Endpoints['uploadPackage'];

/**
 * Takes the package of a published version. One that is read within its budget has its verdict and its app-nodes before
 * the answer is sent. A failure before the package is stored leaves the version unchanged.
 */
export const uploadPackage: Operation<UploadPackage> = async (context, { params, query, body, cause }) => {
  const declared = declaredBytes(body);
  const first = await grantedVersion(context, params.versionId, query, declared);
  await using upload = await context.uploads.enter(first.publisher.id, params.versionId, declared);
  const granted = upload.hasWaited ? await grantedVersion(context, params.versionId, query, declared) : first;
  const intake = await countRefusal(
    context,
    granted.publisher.id,
    () => take(context, cause, granted, upload, body),
    (taken) => taken.outcome === 'refused' && taken.reason.kind !== 'closed',
  );
  switch (intake.outcome) {
    case 'stored':
      return { sha256: intake.sha256, bytes: intake.bytes };
    case 'superseded':
      throw intake.by === 'package' ? packageExists() : noLongerWanted();
    case 'refused':
      noteRefusal(context, intake.reason);
      throw intake.reason.kind === 'closed'
        ? await uploadClosed(context.store.read, intake.reason.obstacle, granted)
        : packageRefused(intake.reason);
  }
};

/** Reads nothing of a package that cannot be taken, and stages none of a version that has one. */
const take = async (
  context: Context,
  cause: Call<UploadPackage>['cause'],
  granted: Granted,
  upload: LimitedUpload,
  body: Readable,
): Promise<Intake> => {
  const { version } = granted;
  if (version.package !== undefined) {
    const isOther = (declaredBytes(body) ?? version.package.bytes) !== version.package.bytes;
    return isOther ? { outcome: 'superseded', by: 'package' } : comparePackage(version.package, body);
  }
  if (version.status !== 'NodeVersionStatusPending') return { outcome: 'superseded', by: 'move' };
  const staging = context.blobs.stage(body, context.config.PACKAGE_BYTES_MAX, (bytes) => upload.take(bytes));
  return receivePackage(context, cause, granted, staging, uploadBudget(context.config));
};

/** What the sender says that the package takes; undefined when it says nothing. */
const declaredBytes = (body: Readable): number | undefined => {
  const length = body instanceof IncomingMessage ? body.headers['content-length'] : undefined;
  return length === undefined ? undefined : Number(length);
};

const grantedVersion = async (
  context: Context,
  versionId: string,
  { expires, signature }: { expires: string; signature: string },
  declared = 1,
): Promise<Granted> => {
  const { config, store, now } = context;
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
      'This upload URL is invalid or has expired. Publish again to get a new one.',
    );
  }
  // A package that is sent again takes nothing more.
  const bytes = version.package === undefined ? Math.max(1, declared) : 0;
  const granted = { node, publisher, version, bytes };
  // Checked before the body is read, and again when the package is recorded.
  const obstacle = await findObstacleOf(store.read, now().toISOString(), card, version.uploadTokenId, bytes);
  if (obstacle !== undefined) {
    noteRefusal(context, { kind: 'closed', obstacle });
    throw await uploadClosed(store.read, obstacle, granted);
  }
  return granted;
};

const packageExists = (): ApiError =>
  new ApiError(
    'package_exists',
    'Another package is already stored for this version. Publish the new package under a new version number.',
  );

const noLongerWanted = (): ApiError =>
  new ApiError('version_not_found', 'No version is waiting for this package. Publish it again.');
