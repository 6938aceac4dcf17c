import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { Context } from '../context.ts';
import { recordReading } from '../lifecycle/package.ts';
import type { Cause } from '../store/log/change.ts';
import type { NodeRecord } from '../store/rows/nodes.ts';
import { type StoredPackage, type VersionRecord, findVersionById } from '../store/rows/versions.ts';
import { applyReading } from './apply-reading.ts';
import { BlobTooLargeError, type StagedBlob, packageKey } from './blobs/blob-store.ts';
import { findUploadObstacle } from './find-upload-obstacle.ts';
import type { Intake } from './intake.ts';
import { accountOf, publishedOf, readStaged } from './read-package.ts';
import type { ReadingBudget } from './reading.ts';

export type IntakeContext = Pick<Context, 'config' | 'profile' | 'store' | 'blobs' | 'readers' | 'now'>;

/**
 * A package's way in: staged on the disk, read, put into the store, and then recorded in one transaction with all that
 * was read of it. One that needs more than the budget is recorded as it is, and a job reads it. Whatever fails before
 * that leaves the version as it was, and all of it may happen twice.
 */
export const receivePackage = async (
  context: IntakeContext,
  cause: Omit<Cause, 'actor'>,
  { node, version }: { node: NodeRecord; version: VersionRecord },
  staging: Promise<StagedBlob>,
  budget: ReadingBudget,
): Promise<Intake> => {
  const { config, store, blobs, now } = context;
  await using staged = await staging.catch(tooLargeAsNone);
  if (staged === undefined) {
    return { outcome: 'refused', reason: { kind: 'too-large', bytesMax: config.PACKAGE_BYTES_MAX } };
  }
  const sent = { sha256: staged.sha256, bytes: staged.bytes };
  const known = settled(version, sent);
  if (known !== undefined) return known;
  const token = { tokenId: version.uploadTokenId, now: now() };
  const account = await accountOf(store.read, node.publisherId, token);
  const published = publishedOf(context, { node, version });
  const reading = await readStaged(context, staged, { account, published, budget });
  if (reading?.fault !== undefined) return { outcome: 'refused', reason: reading.fault };
  const key = packageKey(node, version.id, sent.sha256);
  await staged.commit(key);
  const intake = await store.write(
    { ...cause, actor: `upload:${version.id}` },
    async (tx): Promise<Intake> => {
      const current = await findVersionById(tx.db, version.id);
      const taken = settled(current, sent);
      if (taken !== undefined || current === undefined) return taken ?? { outcome: 'superseded', by: 'move' };
      const obstacle = await findUploadObstacle(tx.db, tx.now, version, sent.bytes);
      if (obstacle !== undefined) return { outcome: 'refused', reason: { kind: 'closed', obstacle } };
      if (reading === undefined) await recordReading(tx, current, { stored: sent });
      else await applyReading(context, tx, current, reading, sent);
      return { outcome: 'stored', ...sent };
    },
  );
  if (intake.outcome === 'superseded') await blobs.remove(key);
  return intake;
};

/** What becomes of a package that comes for a version that has one: it is compared as it comes, and never kept. */
export const comparePackage = async (stored: StoredPackage, body: Readable): Promise<Intake> => {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= stored.bytes) hash.update(chunk);
  }
  return bytes === stored.bytes && hash.digest('hex') === stored.sha256
    ? { outcome: 'stored', ...stored }
    : { outcome: 'superseded', by: 'package' };
};

/** For a package in staging: undefined if it is too large. Throws every other error. */
export const tooLargeAsNone = (error: unknown): undefined => {
  if (!(error instanceof BlobTooLargeError)) throw error;
};

/** What became of the package where the version takes none; undefined where it waits for one. */
const settled = (version: VersionRecord | undefined, sent: StoredPackage): Intake | undefined => {
  if (version?.package !== undefined) {
    return version.package.sha256 === sent.sha256
      ? { outcome: 'stored', ...sent }
      : { outcome: 'superseded', by: 'package' };
  }
  return version?.status === 'NodeVersionStatusPending' ? undefined : { outcome: 'superseded', by: 'move' };
};
