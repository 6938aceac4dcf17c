import { type ExpressionBuilder, type Transaction, type Updateable, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { QueueWriter, Reader } from '../store.ts';
import type { Tables } from '../tables.ts';
import type { Job, JobRequest } from './job.ts';

/**
 * The interval at which an idle process looks for jobs, in milliseconds: no notice is sent when a later job becomes
 * due.
 */
export const lookEveryMs = 2_000;

/** When a job may start: it is due, and its last lease has expired. Matches the index. */
const beginnableAt = sql<string>`coalesce(leased_until, run_at)`;

/** Enqueues the job for `runAt`, in the transaction that causes it. A waiting job is moved to that time. */
export const enqueueJob = async (
  db: Transaction<Tables>,
  { kind, subject, runAt }: JobRequest,
): Promise<void> => {
  const fresh = { run_at: runAt, attempts: 0, lease: null, leased_until: null, last_error: null };
  await db
    .insertInto('jobs')
    .values({ kind, subject, ...fresh })
    .onConflict((conflict) => conflict.columns(['kind', 'subject']).doUpdateSet(fresh))
    .execute();
};

/** The progress of a job. `goesOnAt` is its next attempt, or the end of the current lease. */
export interface JobProgress {
  attempts: number;
  isRunning: boolean;
  goesOnAt: string;
}

/** Undefined if the job was never enqueued or is done. */
export const findJob = async (
  read: Reader,
  { kind, subject }: Pick<JobRequest, 'kind' | 'subject'>,
): Promise<JobProgress | undefined> => {
  const row = await read
    .selectFrom('jobs')
    .select(['attempts', 'leased_until', beginnableAt.as('goesOnAt')])
    .where(isJob({ kind, subject }))
    .executeTakeFirst();
  return row && { attempts: row.attempts, isRunning: row.leased_until !== null, goesOnAt: row.goesOnAt };
};

/** Leases the job that has been due longest to `lease` until `leasedUntil`. Undefined if no job is due. */
export const claimJob = async (
  tx: QueueWriter,
  { lease, leasedUntil }: { lease: string; leasedUntil: string },
  { canSkipLocked }: Pick<Engine, 'canSkipLocked'>,
): Promise<Job | undefined> => {
  const due = await tx.db
    .selectFrom('jobs')
    .selectAll()
    .where(beginnableAt, '<=', tx.now)
    .orderBy(beginnableAt)
    .limit(1)
    .$if(canSkipLocked, (query) => query.forUpdate().skipLocked())
    .executeTakeFirst();
  if (due === undefined) return undefined;
  const attempts = due.attempts + 1;
  await tx.db
    .updateTable('jobs')
    .set({ attempts, lease, leased_until: leasedUntil })
    .where(isJob({ kind: due.kind, subject: due.subject }))
    .execute();
  return { kind: due.kind, subject: due.subject, attempts, lease };
};

/** Removes the job, unless it was enqueued again in the meantime. */
export const completeJob = async (tx: QueueWriter, job: Job): Promise<void> => {
  await tx.db
    .deleteFrom('jobs')
    .where(isJob(leased(job)))
    .execute();
};

/** Releases the job to run later, unless it was enqueued again in the meantime. */
export const postponeJob = (
  tx: QueueWriter,
  job: Job,
  { runAt, error, attempts }: { runAt: string; error: string | null; attempts?: number },
): Promise<void> =>
  updateLeased(tx, job, { run_at: runAt, lease: null, leased_until: null, last_error: error, attempts });

/** Extends the lease until `leasedUntil`, unless the job was enqueued again in the meantime. */
export const extendLease = (tx: QueueWriter, job: Job, leasedUntil: string): Promise<void> =>
  updateLeased(tx, job, { leased_until: leasedUntil });

const updateLeased = async (
  tx: QueueWriter,
  job: Job,
  columns: Updateable<Tables['jobs']>,
): Promise<void> => {
  await tx.db
    .updateTable('jobs')
    .set(columns)
    .where(isJob(leased(job)))
    .execute();
};

/** A job that was enqueued again has no lease, or another one. */
const leased = ({ kind, subject, lease }: Job) => ({ kind, subject, lease });

const isJob =
  (columns: { kind: string; subject: string; lease?: string }) => (eb: ExpressionBuilder<Tables, 'jobs'>) =>
    eb.and(columns);

/** When the next job may start, or undefined if there is none. */
export const findNextRunAt = async (read: Reader): Promise<string | undefined> => {
  const row = await read
    .selectFrom('jobs')
    .select(beginnableAt.as('at'))
    .orderBy(beginnableAt)
    .limit(1)
    .executeTakeFirst();
  return row?.at;
};
