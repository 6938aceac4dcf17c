import type { JobState } from '@patchbay/contract';
import { type Asked, type Page, findPage } from '../listing/pages.ts';
import type { Engine } from '../engine.ts';
import type { QueueWriter, Reader } from '../store.ts';
import type { Row } from '../tables.ts';
import { jobState } from './job-state.ts';
import { lockQueue } from './queues.ts';

/** A job with what is known of the version that it is about, if it is about one. */
export type ListedJob = Row<'jobs'> & {
  state: JobState;
  version_status: Row<'versions'>['status'] | null;
  stored_at: string | null;
};

interface Chosen {
  kind?: string | undefined;
  state?: JobState | undefined;
}

const listed = (read: Reader) => read.selectFrom('jobs').leftJoin('versions', 'versions.id', 'jobs.subject');

/** A page of the jobs, the one that was due first at the top. */
export const findJobs = (
  read: Reader,
  now: string,
  { kind, state }: Chosen,
  asked: Asked,
): Promise<Page<ListedJob>> =>
  findPage(
    listed(read)
      .$if(kind !== undefined, (query) => query.where('jobs.kind', '=', kind ?? ''))
      .$if(state !== undefined, (query) => query.where(jobState(now), '=', state ?? 'waiting')),
    asked,
    (chosen) =>
      chosen
        .selectAll('jobs')
        .select(['versions.status as version_status', 'versions.stored_at', jobState(now).as('state')])
        .orderBy('jobs.run_at')
        .orderBy('jobs.kind')
        .orderBy('jobs.subject'),
    (row): ListedJob => row,
  );

/**
 * The job, which nobody begins before the transaction ends. Undefined if it was never enqueued or is done.
 */
export const lockJob = async (
  tx: QueueWriter,
  { kind, subject }: Pick<Row<'jobs'>, 'kind' | 'subject'>,
  engine: Pick<Engine, 'canSkipLocked'>,
): Promise<ListedJob | undefined> => {
  const find = () =>
    listed(tx.db)
      .selectAll('jobs')
      .select(['versions.status as version_status', 'versions.stored_at', jobState(tx.now).as('state')])
      .where('jobs.kind', '=', kind)
      .where('jobs.subject', '=', subject)
      .executeTakeFirst();
  const found = await find();
  if (found === undefined) return undefined;
  // A worker locks the queue before it takes a job from it, so what is read now stays true.
  await lockQueue(tx.db, found.queue, engine);
  return find();
};
