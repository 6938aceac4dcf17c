import type { Context } from '../context.ts';
import { aboutVersion } from '../store/changes.ts';
import { deleteVersionRow, findVersionById } from '../store/versions.ts';
import { checkPackage } from './check-package.ts';
import { nextLook } from './next-look.ts';
import { takeArrival } from './take-arrival.ts';
import type { JobHandler } from './worker.ts';

/**
 * Sees a published version through: looks for its package where the store takes uploads by itself; checks it once
 * it is stored; when it has not come by the deadline the version is removed and its number is free.
 */
export const receivePackage =
  (context: Pick<Context, 'config' | 'profile' | 'store' | 'blobs' | 'workshop' | 'now'>): JobHandler =>
  async ({ subject: versionId, attempts }) => {
    const version = await findVersionById(context.store.read, versionId);
    if (version?.status !== 'NodeVersionStatusPending') return undefined;
    if (version.package !== undefined) {
      await checkPackage(context, version, attempts);
      return undefined;
    }
    if (await takeArrival(context, version)) return undefined;
    const now = context.now();
    if (now < new Date(version.uploadDeadline)) {
      return { runAt: nextLook(context.blobs, version.uploadDeadline, now) };
    }
    await expire(context, version.id);
    return undefined;
  };

const expire = ({ store, now }: Pick<Context, 'store' | 'now'>, versionId: string): Promise<void> =>
  store.write({ actor: 'server' }, async (tx) => {
    const current = await findVersionById(tx.db, versionId);
    const isLate = current !== undefined && new Date(current.uploadDeadline) <= now();
    if (!isLate || current.package !== undefined) return;
    await deleteVersionRow(tx, versionId);
    await tx.append({
      action: 'version.expired',
      ...aboutVersion(current),
      before: { node_id: current.nodeKey, version: current.version, status: current.status },
      reason: 'its package never came',
    });
  });
