import type { ExpressionBuilder, Transaction } from 'kysely';
import type { Engine } from '../engine.ts';
import type { QueueWriter, Reader } from '../store.ts';
import type { Tables } from '../tables.ts';
import { beginnableAt } from './beginnable-at.ts';
import { jobKinds } from './job-kinds.ts';
import type { JobRequest } from './job.ts';

/*
 * The jobs of each publisher are a queue, and the queue whose last turn is longest ago goes next. Its row says when it
 * may go, so that the next one is the first of an index, however many jobs and queues there are. The row of a queue is
 * always locked before those of its jobs. It may say too early a time, which is corrected when the turn comes, but
 * never too late a one.
 */

/** The queue of a job: that of the publisher of its version. */
export const findQueue = async (read: Reader, { kind, subject }: Pick<JobRequest, 'kind' | 'subject'>) => {
  if (jobKinds[kind] !== 'version') return '';
  const found = await read
    .selectFrom('versions')
    .innerJoin('nodes', 'nodes.key', 'versions.node_key')
    .select('nodes.publisher_id')
    .where('versions.id', '=', subject)
    .executeTakeFirst();
  return found?.publisher_id ?? '';
};

/** Lets the queue have a turn from `runAt` on, if not earlier. */
export const advanceQueue = async (db: Transaction<Tables>, queue: string, runAt: string): Promise<void> => {
  await db
    .insertInto('job_queues')
    .values({ queue, turn_at: runAt, last_turn_at: '', turns: 0 })
    .onConflict((conflict) =>
      conflict.column('queue').doUpdateSet((eb) => ({
        turn_at: eb
          .case()
          .when('job_queues.turn_at', '<=', runAt)
          .then(eb.ref('job_queues.turn_at'))
          .when('job_queues.last_turn_at', '>', runAt)
          .then(eb.ref('job_queues.last_turn_at'))
          .else(runAt)
          .end(),
      })),
    )
    .execute();
};

/** The queue whose turn it is, of all but `besides`; undefined when no turn has come. */
export const findNextQueue = async (
  tx: QueueWriter,
  besides: readonly string[],
  { canSkipLocked }: Pick<Engine, 'canSkipLocked'>,
): Promise<{ queue: string; turns: number } | undefined> =>
  tx.db
    .selectFrom('job_queues')
    .select(['queue', 'turns'])
    .where('turn_at', '<=', tx.now)
    .$if(besides.length > 0, (query) => query.where('queue', 'not in', besides))
    .orderBy('turn_at')
    .orderBy('turns')
    .limit(1)
    .$if(canSkipLocked, (query) => query.where(hadNoTurnSince).forUpdate().skipLocked())
    .executeTakeFirst();

/**
 * False for a row that another worker changed since the statement began, which PostgreSQL would otherwise lock in the
 * place that it had.
 */
const hadNoTurnSince = (eb: ExpressionBuilder<Tables, 'job_queues'>) =>
  eb(
    'turns',
    '=',
    eb.selectFrom('job_queues as before').select('turns').whereRef('before.queue', '=', 'job_queues.queue'),
  );

/** Locks the row of the queue, if there is one. */
export const lockQueue = async (
  db: Transaction<Tables>,
  queue: string,
  { canSkipLocked }: Pick<Engine, 'canSkipLocked'>,
): Promise<void> => {
  if (!canSkipLocked) return;
  await db.selectFrom('job_queues').select('queue').where('queue', '=', queue).forUpdate().executeTakeFirst();
};

/** Says anew when the queue may go, once its jobs were changed; it took a turn where `turns` says how many by now. */
export const refreshQueue = async (tx: QueueWriter, queue: string, turns?: number): Promise<void> => {
  const next = await tx.db
    .selectFrom('jobs')
    .select(beginnableAt.as('at'))
    .where('queue', '=', queue)
    .orderBy(beginnableAt)
    .limit(1)
    .executeTakeFirst();
  if (next === undefined) {
    await tx.db.deleteFrom('job_queues').where('queue', '=', queue).execute();
    return;
  }
  await tx.db
    .updateTable('job_queues')
    .$if(turns !== undefined, (query) => query.set({ last_turn_at: tx.now, turns: turns ?? 0 }))
    .set((eb) => {
      const last = turns === undefined ? eb.ref('last_turn_at') : eb.val(tx.now);
      return { turn_at: eb.case().when(last, '>', next.at).then(last).else(next.at).end() };
    })
    .where('queue', '=', queue)
    .execute();
};
