import { reap, reapAt } from '../packages/reap.ts';
import { completeJob } from '../store/queue/jobs.ts';
import type { JobDefinition } from './job.ts';

/** Removes what nothing owns, some at a time and all of it about once a day. */
export const reapJob: JobDefinition<'reap'> = {
  kind: 'reap',
  run: async (context, job) => {
    const stoppedAt = await reap(context, job.subject);
    await context.store.write({ actor: 'server' }, async (tx) => {
      await completeJob(tx, job);
      await reapAt(tx, context.now(), stoppedAt);
    });
    return 'completed';
  },
};
