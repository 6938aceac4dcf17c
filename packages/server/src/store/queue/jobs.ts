import { type ExpressionBuilder, type SqlBool, type Transaction, type Updateable, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { QueueWriter, Reader } from '../store.ts';
import type { Row, Tables } from '../tables.ts';
import type { JobKind } from './job-kinds.ts';
import type { Job, JobRequest } from './job.ts';

/**
 * However idle it is, a process looks for jobs that often, in milliseconds: of those that are due later nobody has to
 * be told.
 */
export const lookEveryMs = 2_000;

/** When a job can be begun: it is due, and the lease of its last holder has expired. Matches the index. */
const beginnableAt = sql<string>`coalesce(leased_until, run_at)`;

/** Asks for the job to run at `runAt`, in the transaction that is its cause; one that waits is moved there. */
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

/** How far a job is: `goesOnAt` is its next attempt, or the end of the lease of the one under way. */
export interface JobProgress {
  attempts: number;
  isRunning: boolean;
  goesOnAt: string;
}

/** Undefined when nobody asked for it, or it is done. */
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

export const hasJobOfKind = async (read: Reader, kind: JobKind): Promise<boolean> =>
  (await read.selectFrom('jobs').select('kind').where('kind', '=', kind).limit(1).executeTakeFirst()) !==
  undefined;

/** Takes the job that has been due longest and gives it to `lease` until `leasedUntil`; undefined when none is due. */
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

/** Removes the job, unless it was asked for again meanwhile. */
export const completeJob = async (tx: QueueWriter, job: Job): Promise<void> => {
  await tx.db
    .deleteFrom('jobs')
    .where(isJob(leased(job)))
    .execute();
};

/** Gives the job back to be run later, unless it was asked for again meanwhile. */
export const postponeJob = (
  tx: QueueWriter,
  job: Job,
  { runAt, error, attempts }: { runAt: string; error: string | null; attempts?: number },
): Promise<void> =>
  updateLeased(tx, job, { run_at: runAt, lease: null, leased_until: null, last_error: error, attempts });

/** Keeps the job with its lease until `leasedUntil`, unless it was asked for again meanwhile. */
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

/** Some jobs behind `last`, in the order of their keys. */
export const readJobs = (
  read: Reader,
  last: Pick<Row<'jobs'>, 'kind' | 'subject'> | undefined,
  limit: number,
): Promise<Row<'jobs'>[]> =>
  read
    .selectFrom('jobs')
    .selectAll()
    .where(sql<SqlBool>`(kind, subject) > (${last?.kind ?? ''}, ${last?.subject ?? ''})`)
    .orderBy('kind')
    .orderBy('subject')
    .limit(limit)
    .execute();

/** Removes a job, whoever runs it. */
export const deleteJob = async (
  tx: QueueWriter,
  { kind, subject }: Pick<Row<'jobs'>, 'kind' | 'subject'>,
): Promise<void> => {
  await tx.db.deleteFrom('jobs').where(isJob({ kind, subject })).execute();
};

/** A job that is asked for again has no lease any more, or that of another. */
const leased = ({ kind, subject, lease }: Job) => ({ kind, subject, lease });

const isJob =
  (columns: { kind: string; subject: string; lease?: string }) => (eb: ExpressionBuilder<Tables, 'jobs'>) =>
    eb.and(columns);

/** When the next job can be begun, or undefined when there is none. */
export const findNextRunAt = async (read: Reader): Promise<string | undefined> => {
  const row = await read
    .selectFrom('jobs')
    .select(beginnableAt.as('at'))
    .orderBy(beginnableAt)
    .limit(1)
    .executeTakeFirst();
  return row?.at;
};
