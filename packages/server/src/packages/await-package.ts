import type { Context } from '../context.ts';
import { expireVersion } from '../lifecycle/version.ts';
import { findJob } from '../store/queue/jobs.ts';
import { findNode } from '../store/rows/nodes.ts';
import { type VersionRecord, findOverdueVersions, findVersionById } from '../store/rows/versions.ts';
import type { BlobStore } from './blobs/blob-store.ts';
import { uploadWindowMs } from './blobs/upload-signature.ts';
import { findUploadObstacle } from './find-upload-obstacle.ts';
import { describeFault, noteRefusal } from './intake.ts';
import { flagVersion, jobBudget } from './read-package.ts';
import { type IntakeContext, receivePackage } from './receive-package.ts';

// A version that was published waits for its package until a deadline. Where uploads come by this server, nothing looks
// for them; where the store takes them by itself, a job does, ever more seldom.

const waitMs = { least: 1_000, most: 10 * 60_000 };
/** After a while it is looked again a quarter of that while later: some 30 looks until the address has expired. */
const shareOfWait = 4;
/** However often somebody asks, the store is asked once in this time. */
const soonMs = 1_000;
/** How many versions one transaction removes. */
const expiredMax = 100;

/** Until when the package of a publish may come, and when to look for it first, if it may come unseen. */
export const uploadTerms = ({ blobs }: Pick<Context, 'blobs'>, now: Date) => {
  const uploadDeadline = new Date(now.getTime() + uploadWindowMs).toISOString();
  return { uploadDeadline, lookAt: nextLook(blobs, uploadDeadline, now)?.toISOString() };
};

/** When to look next for the package of a version that was last published 24 hours before its deadline. */
export const nextLook = (
  { findArrival }: Pick<BlobStore, 'findArrival'>,
  uploadDeadline: string,
  now: Date,
): Date | undefined => {
  if (findArrival === undefined) return undefined;
  const deadline = Date.parse(uploadDeadline);
  const waited = now.getTime() - (deadline - uploadWindowMs);
  const wait = Math.min(Math.max(waited / shareOfWait, waitMs.least), waitMs.most);
  return new Date(Math.min(now.getTime() + wait, deadline));
};

/** Somebody waits for this version: where its package may have come unseen, it is looked for within a second. */
export const lookSoon = async (
  { store, blobs, now }: Pick<Context, 'store' | 'blobs' | 'now'>,
  version: VersionRecord,
): Promise<void> => {
  const isPending = version.status === 'NodeVersionStatusPending' && version.package === undefined;
  if (!isPending || blobs.findArrival === undefined) return;
  const soon = new Date(now().getTime() + soonMs).toISOString();
  const job = await findJob(store.read, { kind: 'receive-package', subject: version.id });
  if (job === undefined || job.isRunning || job.goesOnAt <= soon) return;
  await store.write({ actor: 'server' }, (tx) =>
    tx.enqueue({ kind: 'receive-package', subject: version.id, runAt: soon }),
  );
};

/**
 * Takes the package of a Pending version that came into the store without us. One that is refused is moved to
 * quarantine, and the version becomes Flagged with the reason. Returns false when none is there to take.
 */
export const takeArrival = async (
  context: IntakeContext & Pick<Context, 'metrics' | 'refusals'>,
  version: VersionRecord,
): Promise<boolean> => {
  const { config, store, blobs, now } = context;
  if (blobs.findArrival === undefined) return false;
  const node = await findNode(store.read, version.nodeKey);
  const obstacle = await findUploadObstacle(store.read, now().toISOString(), version, 1);
  // An upload to us would be refused too. Once the ban is lifted or the quota raised, the package is taken.
  if (node === undefined || obstacle !== undefined) return false;
  const arrival = await blobs.findArrival({ versionId: version.id, tokenId: version.uploadTokenId });
  if (arrival === undefined) return false;
  const staging = arrival.stage(config.PACKAGE_BYTES_MAX);
  const intake = await receivePackage(context, {}, { node, version }, staging, jobBudget);
  if (intake.outcome === 'refused') {
    const { reason } = intake;
    if (reason.kind === 'closed') return false;
    await arrival.quarantine();
    noteRefusal(context, reason);
    await flagVersion(store, version, {
      kind: 'package.refused',
      reason: `The package was refused: ${describeFault(reason)} Delete this version to publish its number again.`,
    });
  }
  // Must be last. If the process ends before this, the next run finds the package again and repeats the same steps.
  await arrival.clear();
  return true;
};

/** Whether the package of a version may still come, now or once a ban is lifted. */
export const isAwaited = ({ status, package: stored }: VersionRecord): boolean =>
  stored === undefined && (status === 'NodeVersionStatusPending' || status === 'NodeVersionStatusBanned');

/** Removes the versions whose package did not come by their deadline, so that their numbers are free. */
export const expireVersions = async ({ store, now }: Pick<Context, 'store' | 'now'>): Promise<void> => {
  for (let removed = expiredMax; removed === expiredMax;) {
    const ids = await findOverdueVersions(store.read, now().toISOString(), expiredMax);
    removed = ids.length;
    if (removed === 0) return;
    await store.write({ actor: 'server' }, async (tx) => {
      for (const id of ids) {
        const current = await findVersionById(tx.db, id);
        const isOverdue = current !== undefined && isAwaited(current) && current.uploadDeadline <= tx.now;
        if (isOverdue) await expireVersion(tx, current);
      }
    });
  }
};
