import type { ExpressionBuilder, Transaction, Updateable } from 'kysely';
import type { Engine } from '../engine.ts';
import type { QueueWriter, Reader } from '../store.ts';
import type { Tables } from '../tables.ts';
import { beginnableAt } from './beginnable-at.ts';
import type { Job, JobRequest } from './job.ts';
import { advanceQueue, findNextQueue, findQueue, lockQueue, refreshQueue } from './queues.ts';

/**
 * However idle it is, a process looks for jobs that often, in milliseconds: of those that are due later nobody has to
 * be told.
 */
export const lookEveryMs = 2_000;

/** Asks for the job to run at `runAt`, in the transaction that is its cause; one that waits is moved there. */
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

/** Looks at so many queues whose turn comes too early, before it is looked again. */
const looksMax = 10;

/**
 * Takes a job of the queue whose turn it is, the one that has been due longest, and gives it to `lease` until
 * `leasedUntil`; undefined when none is due in a queue other than `besides`.
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

/** Removes the job, unless it was asked for again meanwhile. */
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

/** Gives the job back to be run later, unless it was asked for again meanwhile. */
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
 * Keeps the job with its lease until `leasedUntil`, unless it was asked for again meanwhile. Its queue has a turn too
 * early then, which costs a look.
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

/** A job that is asked for again has no lease any more, or that of another. */
const leased = ({ kind, subject, lease }: Job) => ({ kind, subject, lease });

const isJob =
  (columns: { kind: string; subject: string; lease?: string }) => (eb: ExpressionBuilder<Tables, 'jobs'>) =>
    eb.and(columns);

/** When the next queue may go, or undefined when there is no job; at the earliest, as the rows of queues have it. */
export const findNextRunAt = async (read: Reader): Promise<string | undefined> => {
  const row = await read
    .selectFrom('job_queues')
    .select('turn_at')
    .orderBy('turn_at')
    .limit(1)
    .executeTakeFirst();
  return row?.turn_at;
};
