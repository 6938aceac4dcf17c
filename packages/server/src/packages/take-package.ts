import type { StagedBlob } from './blobs/blob-store.ts';
import { packageKey } from './blobs/keys.ts';
import type { Context } from '../context.ts';
import { recordPackage } from '../lifecycle/package.ts';
import type { Cause } from '../store/log/change.ts';
import type { NodeRecord } from '../store/rows/nodes.ts';
import { type StoredPackage, type VersionRecord, findVersionById } from '../store/rows/versions.ts';
import { findUploadObstacle } from './find-upload-obstacle.ts';
import { inspectPackage } from './inspect-package.ts';
import type { Intake } from './intake.ts';
import { tooLargeAsNone } from './too-large-as-none.ts';

export type IntakeContext = Pick<Context, 'config' | 'profile' | 'store' | 'blobs' | 'readers' | 'now'>;

/**
 * A package's way in: staged on the disk, inspected, put into the store, and only then recorded. Whatever fails before
 * that leaves the version as it was, and all of it may happen twice.
 */
export const takePackage = async (
  context: IntakeContext,
  cause: Omit<Cause, 'actor'>,
  { node, version }: { node: NodeRecord; version: VersionRecord },
  staging: Promise<StagedBlob>,
): Promise<Intake> => {
  await using staged = await staging.catch(tooLargeAsNone);
  if (staged === undefined) {
    return { outcome: 'refused', reason: { kind: 'too-large', bytesMax: context.config.PACKAGE_BYTES_MAX } };
  }
  const sent = { sha256: staged.sha256, bytes: staged.bytes };
  const known = settled(version, sent);
  if (known !== undefined) return known;
  const { publisherId, id: nodeId } = node;
  const fault = await inspectPackage(context, staged.path, { publisherId, nodeId, version: version.version });
  if (fault !== undefined) return { outcome: 'refused', reason: fault };
  // Much can have changed while the package came. The transaction asks again, but then the bytes lie in the store.
  const now = context.now().toISOString();
  const obstacle = await findUploadObstacle(context.store.read, now, version, sent.bytes);
  if (obstacle !== undefined) return { outcome: 'refused', reason: { kind: 'closed', obstacle } };
  const key = packageKey(node, version.id, sent.sha256);
  await staged.commit(key);
  const intake = await record(context, { ...cause, actor: `upload:${version.id}` }, version, sent);
  if (intake.outcome === 'superseded') await context.blobs.remove(key);
  return intake;
};

const record = (
  { store }: Pick<Context, 'store'>,
  cause: Cause,
  version: VersionRecord,
  sent: StoredPackage,
): Promise<Intake> =>
  store.write(cause, async (tx) => {
    const current = await findVersionById(tx.db, version.id);
    const known = settled(current, sent);
    if (known !== undefined) return known;
    const obstacle = await findUploadObstacle(tx.db, tx.now, version, sent.bytes);
    if (obstacle !== undefined) return { outcome: 'refused', reason: { kind: 'closed', obstacle } };
    await recordPackage(tx, version, sent);
    return { outcome: 'stored', ...sent };
  });

/** What became of the package where the version takes none; undefined where it waits for one. */
const settled = (version: VersionRecord | undefined, sent: StoredPackage): Intake | undefined => {
  if (version?.package !== undefined) {
    return version.package.sha256 === sent.sha256
      ? { outcome: 'stored', ...sent }
      : { outcome: 'superseded', by: 'package' };
  }
  return version?.status === 'NodeVersionStatusPending' ? undefined : { outcome: 'superseded', by: 'move' };
};
