import type { Context } from '../context.ts';
import { hasJob } from '../store/queue/jobs.ts';

/** Requests the job that follows the source, unless it was requested before. */
export const ensureReplication = async ({
  store,
  replication,
}: Pick<Context, 'store' | 'replication'>): Promise<void> => {
  if (replication === undefined) return;
  const job = { kind: 'replicate', subject: replication.name } as const;
  if (await hasJob(store.read, job)) return;
  await store.write({ actor: 'server' }, (tx) => tx.enqueue({ ...job, runAt: tx.now }));
};
