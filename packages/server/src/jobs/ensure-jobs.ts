import type { Context } from '../context.ts';
import { ensureReaper } from '../packages/reap.ts';
import { hasJob } from '../store/queue/jobs.ts';
import { ensureDomainCheck } from './check-domains.ts';

/** Requests what a registry does by itself, unless it was requested before: each day, and to follow its source. */
export const ensureJobs = async (context: Context): Promise<void> => {
  await ensureReaper(context.store, context.now);
  await ensureDomainCheck(context);
  await ensureReplication(context);
};

const ensureReplication = async ({ store, replication }: Context): Promise<void> => {
  if (replication === undefined) return;
  const job = { kind: 'replicate', subject: replication.name } as const;
  if (await hasJob(store.read, job)) return;
  await store.write({ actor: 'server' }, (tx) => tx.enqueue({ ...job, runAt: tx.now }));
};
