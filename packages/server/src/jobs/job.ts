import type { Context } from '../context.ts';
import type { Job, JobKind } from '../store/queue/job.ts';

/** Between the attempts of a job that fails. */
export const backoffMs = { first: 1_000, most: 10 * 60_000 };

/**
 * When to run the job again; undefined when it is done. A run that passes its job to `completeJob` in the transaction of
 * its result returns 'completed'.
 */
export type JobOutcome = { runAt: Date } | 'completed' | undefined;

/** What a process does for a kind of job, safe to do twice. `attempts` counts this run, too. */
export type JobHandler = (job: Job) => Promise<JobOutcome>;

/** A kind of job with what is done for it. `store/queue/job.ts` says what its subject is. */
export interface JobDefinition<Kind extends JobKind> {
  readonly kind: Kind;
  readonly run: (context: Context, job: Job) => Promise<JobOutcome>;
}
