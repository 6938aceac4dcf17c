import { ApiError } from '../errors.ts';
import { readJobId } from './job-id.ts';
import type { Engine } from '../store/engine.ts';
import { type ListedJob, lockJob } from '../store/queue/jobs.ts';
import type { Act } from './act.ts';
import { demand } from './publisher.ts';

/**
 * A job for a moderator, which no process holds or takes before the write ends. Throws `forbidden`, `not_found`,
 * `job_running`.
 */
export const idleJob = async (
  tx: Act,
  id: string,
  engine: Pick<Engine, 'canSkipLocked'>,
): Promise<ListedJob> => {
  demand(tx.actor, 'moderate');
  const key = readJobId(id);
  const job = key && (await lockJob(tx, key, engine));
  if (job === undefined) {
    throw new ApiError('not_found', 'There is no such job. It may be done; GET /admin/jobs lists all jobs.');
  }
  if (job.state === 'running') {
    throw new ApiError(
      'job_running',
      'A process is doing this job. Wait until it ends; if the process died, the job is free within 15 seconds.',
    );
  }
  return job;
};
