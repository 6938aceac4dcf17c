import type { Context } from '../context.ts';
import { expireVersion } from '../lifecycle/version.ts';
import { type VersionRecord, findVersionById } from '../store/rows/versions.ts';
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
    if (version === undefined || !(isPending || isAwaited(version))) return undefined;
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

/** Whether its package may still come, now or once a ban is lifted. */
const isAwaited = ({ status, package: stored }: VersionRecord): boolean =>
  stored === undefined && (status === 'NodeVersionStatusPending' || status === 'NodeVersionStatusBanned');

const expire = ({ store, now }: Pick<Context, 'store' | 'now'>, versionId: string): Promise<void> =>
  store.write({ actor: 'server' }, async (tx) => {
    const current = await findVersionById(tx.db, versionId);
    if (current === undefined || !isAwaited(current)) return;
    if (new Date(current.uploadDeadline) <= now()) await expireVersion(tx, current);
  });
