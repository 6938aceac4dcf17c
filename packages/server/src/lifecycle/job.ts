import type { Act } from '../authorization/act.ts';
import { ApiError } from '../errors.ts';
import { jobId } from '../authorization/job-id.ts';
import { mayDropJob } from '../authorization/may-drop-job.ts';
import { isJobKind } from '../store/queue/job-kinds.ts';
import { type ListedJob, deleteJob } from '../store/queue/jobs.ts';
import { findVersionById } from '../store/rows/versions.ts';
import { failExtraction } from './package.ts';

/** Has a job that no process holds begun now, with all its attempts again. Throws `illegal_transition`. */
export const retryJob = async (tx: Act, job: ListedJob, reason: string): Promise<ListedJob> => {
  const { kind, subject } = job;
  if (!isJobKind(kind)) {
    throw new ApiError(
      'illegal_transition',
      `This server does no jobs of the kind "${kind}". Drop it, or start a server of the version that made it.`,
    );
  }
  await tx.enqueue({ kind, subject, runAt: tx.now });
  await tx.append({ kind: 'job.retried', about: { id: jobId(job) }, before: loggedJob(job), reason });
  return { ...job, run_at: tx.now, attempts: 0, last_error: null, state: 'waiting' };
};

/**
 * Gives up a job that no process holds. An extraction that was requested fails with it. Throws `illegal_transition`
 * when something would wait for the job forever.
 */
export const dropJob = async (tx: Act, job: ListedJob, reason: string): Promise<void> => {
  const { version_status: versionStatus, stored_at: storedAt } = job;
  if (!mayDropJob({ kind: job.kind, versionStatus, hasPackage: storedAt !== null })) {
    throw new ApiError(
      'illegal_transition',
      job.kind === 'reap'
        ? 'Nothing else removes what nobody owns, so the reaper cannot be dropped. Retry it.'
        : 'The version of this job still waits for it. Retry the job; if the version must not come, ban or delete the version.',
    );
  }
  await deleteJob(tx, job);
  await tx.append({ kind: 'job.dropped', about: { id: jobId(job) }, before: loggedJob(job), reason });
  const version = job.kind === 'extract-app-nodes' ? await findVersionById(tx.db, job.subject) : undefined;
  if (version?.extractStatus === 'pending') await failExtraction(tx, version, reason);
};

const loggedJob = ({ kind, subject, attempts, last_error: error }: ListedJob) => ({
  kind,
  subject,
  attempts,
  last_error: error ?? undefined,
});
