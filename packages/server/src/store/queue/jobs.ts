import { type ExpressionBuilder, type SqlBool, type Transaction, type Updateable, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import type { QueueWriter, Reader } from '../store.ts';
import { beginnableAt } from './beginnable-at.ts';
import type { Row, Tables } from '../tables.ts';
import type { JobKind } from './job-kinds.ts';
import type { Job, JobRequest } from './job.ts';
import { advanceQueue, findNextQueue, findQueue, lockQueue, refreshQueue } from './queues.ts';

/**
 * The interval at which an idle process looks for jobs, in milliseconds: no notice is sent when a later job becomes
 * due.
 */
export const lookEveryMs = 2_000;

/** Enqueues the job for `runAt`, in the transaction that causes it. A waiting job is moved to that time. */
export const enqueueJob = async (
  db: Transaction<Tables>,
  { kind, subject, runAt }: JobRequest,
): Promise<void> => {
  const queue = await findQueue(db, { kind, subject });
  await advanceQueue(db, queue, runAt);
  const fresh = { queue, run_at: runAt, attempts: 0, lease: null, leased_until: null, last_error: null };
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

export const hasJobOfKind = async (read: Reader, kind: JobKind): Promise<boolean> =>
  (await read.selectFrom('jobs').select('kind').where('kind', '=', kind).limit(1).executeTakeFirst()) !==
  undefined;

/** How many queues whose turn is not due yet one claim looks at. */
const looksMax = 10;

/**
 * Leases the job that has been due longest in the queue whose turn it is to `lease` until `leasedUntil`. Undefined if
 * no job is due in a queue other than `besides`.
 */
export const claimJob = async (
  tx: QueueWriter,
  { lease, leasedUntil, besides = [] }: { lease: string; leasedUntil: string; besides?: readonly string[] },
  engine: Pick<Engine, 'canSkipLocked'>,
): Promise<Job | undefined> => {
  for (let looks = 0; looks < looksMax; looks += 1) {
    const turn = await findNextQueue(tx, besides, engine);
    if (turn === undefined) return undefined;
    const due = await tx.db
      .selectFrom('jobs')
      .selectAll()
      .where('queue', '=', turn.queue)
      .where(beginnableAt, '<=', tx.now)
      .orderBy(beginnableAt)
      .limit(1)
      .$if(engine.canSkipLocked, (query) => query.forUpdate())
      .executeTakeFirst();
    if (due === undefined) {
      await refreshQueue(tx, turn.queue);
      continue;
    }
    const { kind, subject, queue } = due;
    const attempts = due.attempts + 1;
    await tx.db
      .updateTable('jobs')
      .set({ attempts, lease, leased_until: leasedUntil })
      .where(isJob({ kind, subject }))
      .execute();
    await refreshQueue(tx, queue, turn.turns + 1);
    return { kind, subject, queue, attempts, lease };
  }
  return undefined;
};

/** Removes the job, unless it was enqueued again in the meantime. */
export const completeJob = async (
  tx: QueueWriter,
  job: Job,
  engine: Pick<Engine, 'canSkipLocked'>,
): Promise<void> => {
  await lockQueue(tx.db, job.queue, engine);
  await tx.db
    .deleteFrom('jobs')
    .where(isJob(leased(job)))
    .execute();
  await refreshQueue(tx, job.queue);
};

/** Releases the job to run later, unless it was enqueued again in the meantime. */
export const postponeJob = async (
  tx: QueueWriter,
  job: Job,
  { runAt, error, attempts }: { runAt: string; error: string | null; attempts?: number },
  engine: Pick<Engine, 'canSkipLocked'>,
): Promise<void> => {
  await lockQueue(tx.db, job.queue, engine);
  await updateLeased(tx, job, {
    run_at: runAt,
    lease: null,
    leased_until: null,
    last_error: error,
    attempts,
  });
  await refreshQueue(tx, job.queue);
};

/**
 * Extends the lease until `leasedUntil`, unless the job was enqueued again in the meantime. The turn of its queue is
 * then too early, which costs one look.
 */
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

/** A job that was enqueued again has no lease, or another one. */
const leased = ({ kind, subject, lease }: Job) => ({ kind, subject, lease });

const isJob =
  (columns: { kind: string; subject: string; lease?: string }) => (eb: ExpressionBuilder<Tables, 'jobs'>) =>
    eb.and(columns);

/** The earliest time at which a queue may have a due job, or undefined if there is no job. */
export const findNextRunAt = async (read: Reader): Promise<string | undefined> => {
  const row = await read
    .selectFrom('job_queues')
    .select('turn_at')
    .orderBy('turn_at')
    .limit(1)
    .executeTakeFirst();
  return row?.turn_at;
};
