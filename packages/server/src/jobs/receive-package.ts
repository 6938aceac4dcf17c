import { checkPackage } from '../packages/check-package.ts';
import { nextLook } from '../packages/next-look.ts';
import { takeArrival } from '../packages/take-arrival.ts';
import { expireVersion } from '../lifecycle/version.ts';
import { type VersionRecord, findVersionById } from '../store/rows/versions.ts';
import type { JobDefinition } from './job.ts';

/**
 * Sees a published version through: looks for its package where the store takes uploads by itself; checks it once
 * it is stored; when it has not come by the deadline the version is removed and its number is free. While a version
 * without a package is banned, none is taken, but the deadline stays.
 */
export const receivePackageJob: JobDefinition<'receive-package'> = {
  kind: 'receive-package',
  run: async (context, { subject: versionId, attempts }) => {
    const { store, blobs, now } = context;
    const version = await findVersionById(store.read, versionId);
    if (version === undefined) return undefined;
    const isPending = version.status === 'NodeVersionStatusPending';
    if (isPending && version.package !== undefined) {
      await checkPackage(context, version, attempts);
      return undefined;
    }
    if (!isAwaited(version) || (isPending && (await takeArrival(context, version)))) return undefined;
    const time = now();
    const deadline = new Date(version.uploadDeadline);
    if (time < deadline) {
      return { runAt: isPending ? nextLook(blobs, version.uploadDeadline, time) : deadline };
    }
    await store.write({ actor: 'server' }, async (tx) => {
      const current = await findVersionById(tx.db, versionId);
      if (current === undefined || !isAwaited(current)) return;
      if (new Date(current.uploadDeadline) <= now()) await expireVersion(tx, current);
    });
    return undefined;
  },
};

/** Whether its package may still come, now or once a ban is lifted. */
const isAwaited = ({ status, package: stored }: VersionRecord): boolean =>
  stored === undefined && (status === 'NodeVersionStatusPending' || status === 'NodeVersionStatusBanned');
