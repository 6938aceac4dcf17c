import type { Context } from '../context.ts';
import { findJob } from '../store/queue/jobs.ts';
import type { VersionRecord } from '../store/rows/versions.ts';

/** However often somebody asks, the store is asked once in this time. */
const soonMs = 1_000;

/** Somebody waits for this version: where its package may have come unseen, it is looked for within a second. */
export const lookSoon = async (
  { store, blobs, now }: Pick<Context, 'store' | 'blobs' | 'now'>,
  version: VersionRecord,
): Promise<void> => {
  const isAwaited = version.status === 'NodeVersionStatusPending' && version.package === undefined;
  if (!isAwaited || blobs.findArrival === undefined) return;
  const soon = new Date(now().getTime() + soonMs).toISOString();
  const job = await findJob(store.read, { kind: 'receive-package', subject: version.id });
  if (job === undefined || job.isRunning || job.goesOnAt <= soon) return;
  await store.write({ actor: 'server' }, (tx) =>
    tx.enqueue({ kind: 'receive-package', subject: version.id, runAt: soon }),
  );
};
