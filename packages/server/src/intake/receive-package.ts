import type { Context } from '../context.ts';
import { type VersionRecord, deleteVersionRow, findVersionById } from '../store/rows/versions.ts';
import { checkPackage } from './check-package.ts';
import { nextLook } from './next-look.ts';
import { takeArrival } from './take-arrival.ts';
import type { JobHandler } from '../jobs/worker.ts';

/**
 * Sees a published version through: looks for its package where the store takes uploads by itself; checks it once
 * it is stored; when it has not come by the deadline the version is removed and its number is free. While a version
 * without a package is banned, none is taken, but the deadline stays.
 */
export const receivePackage =
  (context: Pick<Context, 'config' | 'profile' | 'store' | 'blobs' | 'readers' | 'now'>): JobHandler =>
  async ({ subject: versionId, attempts }) => {
    const version = await findVersionById(context.store.read, versionId);
    const isPending = version?.status === 'NodeVersionStatusPending';
    if (version === undefined || !(isPending || isBannedWithout(version))) return undefined;
    if (version.package !== undefined) {
      await checkPackage(context, version, attempts);
      return undefined;
    }
    if (isPending && (await takeArrival(context, version))) return undefined;
    const now = context.now();
    if (now < new Date(version.uploadDeadline)) {
      const deadline = new Date(version.uploadDeadline);
      return { runAt: isPending ? nextLook(context.blobs, version.uploadDeadline, now) : deadline };
    }
    await expire(context, version.id);
    return undefined;
  };

const isBannedWithout = ({ status, package: stored }: VersionRecord): boolean =>
  status === 'NodeVersionStatusBanned' && stored === undefined;

const expire = ({ store, now }: Pick<Context, 'store' | 'now'>, versionId: string): Promise<void> =>
  store.write({ actor: 'server' }, async (tx) => {
    const current = await findVersionById(tx.db, versionId);
    const isLate = current !== undefined && new Date(current.uploadDeadline) <= now();
    if (!isLate || current.package !== undefined) return;
    await deleteVersionRow(tx, versionId);
    await tx.append({
      kind: 'version.expired',
      about: current,
      before: { node_id: current.nodeKey, version: current.version, status: current.status },
      reason: 'its package never came',
    });
  });
