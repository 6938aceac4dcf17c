import type { Context } from '../context.ts';
import type { JobKind } from '../store/queue/job-kinds.ts';
import type { Job } from '../store/queue/job.ts';

/** What one run of a job is told: what it is about, and how often it was begun, this time included. */
export type JobRun = Pick<Job, 'subject' | 'attempts'>;

/** When to run the job again; undefined when it is done. */
export type Again = { runAt: Date } | undefined;

/** What a process does for a kind of job, safe to do twice. */
export type JobHandler = (run: JobRun) => Promise<Again>;

/** A kind of job with what is done for it. `store/queue/job-kinds.ts` says what its subject is. */
export interface JobDefinition<Kind extends JobKind> {
  readonly kind: Kind;
  readonly run: (context: Context, run: JobRun) => Promise<Again>;
}
