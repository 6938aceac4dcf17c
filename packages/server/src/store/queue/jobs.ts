import type { JobState } from '@patchbay/contract';
import { type ExpressionBuilder, type Kysely, type SqlBool, type Updateable, sql } from 'kysely';
import type { Engine } from '../engine.ts';
import { type Asked, type Page, findPage } from '../listing/pages.ts';
import { prepareWrite } from '../prepare.ts';
import type { QueueWriter, ReadConnection, Writer } from '../store.ts';
import type { Row, Tables } from '../tables.ts';
import { type JobKind, jobKinds, type Job, type JobRequest } from './job.ts';

/**
 * The interval at which an idle process looks for jobs, in milliseconds. It finds those that come due later than that
 * after their commit, of which no notice is sent, and those whose notice was lost.
 */
export const lookEveryMs = 10_000;

type Key = Pick<Row<'jobs'>, 'kind' | 'subject'>;

/** When a job can be begun: it is due, and the lease of its last holder has expired. Matches the indexes. */
const beginnableAt = sql<string>`coalesce(leased_until, run_at)`;

/** The state of a job at a time, as a column. */
export const jobState = (at: string) => sql<JobState>`case
  when leased_until > ${at} then 'running'
  when last_error is not null then 'failed'
  when run_at <= ${at} then 'waiting'
  else 'scheduled' end`;

/** Enqueues the job for `runAt`, in the transaction that causes it. A waiting job is moved to that time. */
export const enqueueJob = async (db: Kysely<Tables>, { kind, subject, runAt }: JobRequest): Promise<void> => {
  await insertFor[jobKinds[kind]](db, { kind, subject, run_at: runAt });
};

type NewJob = Pick<Row<'jobs'>, 'kind' | 'subject' | 'run_at'>;

const insertJob = (db: Kysely<Tables>, row: NewJob, queue: ReturnType<typeof sql<string>>) =>
  db
    .insertInto('jobs')
    .values({ ...row, queue, attempts: 0, lease: null, leased_until: null, last_error: null })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject']).doUpdateSet((eb) => ({
        run_at: eb.ref('excluded.run_at'),
        queue: eb.ref('excluded.queue'),
        attempts: 0,
        lease: null,
        leased_until: null,
        last_error: null,
      })),
    );

const insertForNobody = prepareWrite((db, row: NewJob) => insertJob(db, row, sql`''`));

/** In the queue of the publisher of its version. */
const insertForVersion = prepareWrite((db, row: NewJob) =>
  insertJob(
    db,
    row,
    sql`coalesce((select nodes.publisher_id from versions join nodes on nodes.key = versions.node_key
      where versions.id = ${row.subject}), '')`,
  ),
);

/**
 * In the queue of its publisher. One that runs keeps its lease and is due again when it ends, since no two processes may
 * send for a webhook at the same time; see `settleWebhookJob`.
 */
const insertForWebhook = prepareWrite((db, { kind, subject, run_at }: NewJob) =>
  db
    .insertInto('jobs')
    .values({
      kind,
      subject,
      run_at,
      queue: sql<string>`coalesce((select publisher_id from webhooks where id = ${subject}), '')`,
      attempts: 0,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject'])
        .doUpdateSet((eb) => ({ run_at: eb.ref('excluded.run_at'), attempts: 0 })),
    ),
);

const insertFor = {
  version: insertForVersion,
  webhook: insertForWebhook,
  package: insertForNobody,
  source: insertForNobody,
  mail: insertForNobody,
  user: insertForNobody,
};

/** The progress of a job. `goesOnAt` is its next attempt, or the end of the current lease. */
export interface JobProgress {
  attempts: number;
  isRunning: boolean;
  goesOnAt: string;
}

/** Undefined if the job was never enqueued or is done. */
export const findJob = async (
  read: ReadConnection,
  { kind, subject }: Pick<JobRequest, 'kind' | 'subject'>,
): Promise<JobProgress | undefined> => {
  const row = await read
    .selectFrom('jobs')
    .select(['attempts', 'leased_until', beginnableAt.as('goesOnAt')])
    .where(isJob({ kind, subject }))
    .executeTakeFirst();
  return row && { attempts: row.attempts, isRunning: row.leased_until !== null, goesOnAt: row.goesOnAt };
};

export const hasJobOfKind = async (read: ReadConnection, kind: JobKind): Promise<boolean> =>
  (await read.selectFrom('jobs').select('kind').where('kind', '=', kind).limit(1).executeTakeFirst()) !==
  undefined;

/** Which jobs a worker can begin. */
interface Claimable {
  /** The kinds it knows. A job of another kind waits for a server that does. */
  kinds: readonly string[];
  /** The queues of which it runs enough jobs already, so that those of others do not wait for them. */
  besides?: readonly string[];
}

/**
 * Leases the job that has been due longest to `lease` until `leasedUntil`, by one statement. Undefined if none is due.
 */
export const claimJob = async (
  { db, now }: QueueWriter,
  { kinds, besides = [] }: Claimable,
  { lease, leasedUntil }: { lease: string; leasedUntil: string },
  { canSkipLocked }: Pick<Engine, 'canSkipLocked'>,
): Promise<Job | undefined> => {
  const due = db
    .selectFrom('jobs')
    .select(['kind', 'subject'])
    .where(beginnableAt, '<=', now)
    .where('kind', 'in', kinds)
    .$if(besides.length > 0, (query) => query.where('queue', 'not in', besides))
    .orderBy(beginnableAt)
    .limit(1)
    .$if(canSkipLocked, (query) => query.forUpdate().skipLocked());
  const claimed = await db
    .updateTable('jobs')
    .set((eb) => ({ attempts: eb('attempts', '+', 1), lease, leased_until: leasedUntil }))
    .where(sql<SqlBool>`(kind, subject) = (${due})`)
    .returning(['kind', 'subject', 'queue', 'attempts'])
    .executeTakeFirst();
  return claimed && { ...claimed, lease };
};

/** The earliest time at which a job of one of these kinds is due, or undefined if there is none. */
export const findNextRunAt = async (
  read: ReadConnection,
  kinds: readonly string[],
): Promise<string | undefined> => {
  const row = await read
    .selectFrom('jobs')
    .select(beginnableAt.as('at'))
    .where('kind', 'in', kinds)
    .orderBy(beginnableAt)
    .limit(1)
    .executeTakeFirst();
  return row?.at;
};

/** Removes the job, unless it was enqueued again in the meantime. Also in the transaction of its result. */
export const completeJob = async ({ db }: Pick<QueueWriter, 'db'>, job: Job): Promise<void> => {
  await deleteLeased(db, leased(job));
};

const deleteLeased = prepareWrite((db, { kind, subject, lease }: ReturnType<typeof leased>) =>
  db.deleteFrom('jobs').where('kind', '=', kind).where('subject', '=', subject).where('lease', '=', lease),
);

/** Releases the job to run later, unless it was enqueued again in the meantime. */
export const postponeJob = (
  { db }: QueueWriter,
  job: Job,
  { runAt, error, attempts }: { runAt: string; error: string | null; attempts?: number },
): Promise<void> =>
  updateLeased(db, job, { run_at: runAt, lease: null, leased_until: null, last_error: error, attempts });

/** Extends the lease until `leasedUntil`, unless the job was enqueued again in the meantime. */
export const extendLease = ({ db }: QueueWriter, job: Job, leasedUntil: string): Promise<void> =>
  updateLeased(db, job, { leased_until: leasedUntil });

const updateLeased = async (
  db: Kysely<Tables>,
  job: Job,
  columns: Updateable<Tables['jobs']>,
): Promise<void> => {
  await db
    .updateTable('jobs')
    .set(columns)
    .where(isJob(leased(job)))
    .execute();
};

/** Removes a job, whoever runs it. */
export const deleteJob = async ({ db }: Pick<QueueWriter, 'db'>, { kind, subject }: Key): Promise<void> => {
  await db.deleteFrom('jobs').where(isJob({ kind, subject })).execute();
};

/** A job that was enqueued again has no lease, or another one. */
const leased = ({ kind, subject, lease }: Job) => ({ kind, subject, lease });

const isJob = (columns: Key & { lease?: string }) => (eb: ExpressionBuilder<Tables, 'jobs'>) =>
  eb.and(columns);

/** Has every job of a known kind begin now that would begin later than at `latest`. */
export const bringForward = async ({ db, now }: QueueWriter, latest: string): Promise<void> => {
  await db
    .updateTable('jobs')
    .set({ run_at: now, lease: null, leased_until: null })
    .where('kind', 'in', Object.keys(jobKinds))
    .where(beginnableAt, '>', latest)
    .execute();
};

/** Some jobs behind `last`, in the order of their keys. */
export const readJobs = (
  read: ReadConnection,
  last: Key | undefined,
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

/** A job with what is known of the version that it is about, if it is about one. */
export type ListedJob = Row<'jobs'> & {
  state: JobState;
  version_status: Row<'versions'>['status'] | null;
  stored_at: string | null;
};

const joined = (read: ReadConnection) =>
  read.selectFrom('jobs').leftJoin('versions', 'versions.id', 'jobs.subject');

const listedColumns = ['versions.status as version_status', 'versions.stored_at'] as const;

/** A page of the jobs, the one that was due first at the top. */
export const findJobs = (
  read: ReadConnection,
  now: string,
  { kind, state }: { kind?: string | undefined; state?: JobState | undefined },
  asked: Asked,
): Promise<Page<ListedJob>> =>
  findPage(
    joined(read)
      .$if(kind !== undefined, (query) => query.where('jobs.kind', '=', kind ?? ''))
      .$if(state !== undefined, (query) => query.where(jobState(now), '=', state ?? 'waiting')),
    asked,
    (chosen) =>
      chosen
        .selectAll('jobs')
        .select([...listedColumns, jobState(now).as('state')])
        .orderBy('jobs.run_at')
        .orderBy('jobs.kind')
        .orderBy('jobs.subject'),
    (row): ListedJob => row,
  );

/** The job, which nobody begins before the transaction ends. Undefined if it was never enqueued or is done. */
export const lockJob = (
  { db, now }: Writer,
  { kind, subject }: Key,
  { canSkipLocked }: Pick<Engine, 'canSkipLocked'>,
): Promise<ListedJob | undefined> =>
  joined(db)
    .selectAll('jobs')
    .select([...listedColumns, jobState(now).as('state')])
    .where('jobs.kind', '=', kind)
    .where('jobs.subject', '=', subject)
    .$if(canSkipLocked, (query) => query.forUpdate('jobs'))
    .executeTakeFirst();
