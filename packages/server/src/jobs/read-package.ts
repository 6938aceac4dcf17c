import { expireVersions, isAwaited, nextLook, takeArrival } from '../packages/await-package.ts';
import { readAndRecord } from '../packages/read-package.ts';
import { type VersionRecord, findVersionById } from '../store/rows/versions.ts';
import type { JobDefinition } from './job.ts';

const run: JobDefinition<'receive-package'>['run'] = async (context, { subject: versionId, attempts }) => {
  const { store, blobs, now } = context;
  const version = await findVersionById(store.read, versionId);
  if (version === undefined) return undefined;
  if (version.package !== undefined) {
    if (isUnread(version)) await readAndRecord(context, version, attempts);
    return undefined;
  }
  if (!isAwaited(version)) return undefined;
  const isPending = version.status === 'NodeVersionStatusPending';
  if (isPending && (await takeArrival(context, version))) return undefined;
  if (new Date(version.uploadDeadline) <= now()) {
    await expireVersions(context);
    return undefined;
  }
  const runAt = isPending ? nextLook(blobs, version.uploadDeadline, now()) : undefined;
  return runAt && { runAt };
};

const isUnread = ({ status, extractStatus }: VersionRecord): boolean =>
  status === 'NodeVersionStatusPending' || extractStatus === 'pending';

/**
 * Reads the package of a version and records its verdict and its app-nodes, and looks for one that is to come where the
 * store takes uploads by itself.
 */
export const readPackageJob: JobDefinition<'receive-package'> = { kind: 'receive-package', run };

/** The same for a version that has its verdict. Servers of the version before this one know only this kind for it. */
export const readAppNodesJob: JobDefinition<'extract-app-nodes'> = { kind: 'extract-app-nodes', run };
