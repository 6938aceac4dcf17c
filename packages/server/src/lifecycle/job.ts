import { type JobKind, type NodeVersionStatus, jobKinds } from '@patchbay/contract';
import type { Act } from '../authorization/act.ts';
import { demand } from '../authorization/publisher.ts';
import { ApiError } from '../errors.ts';
import type { Engine } from '../store/engine.ts';
import { isJobKind } from '../store/queue/job.ts';
import { type ListedJob, deleteJob, lockJob } from '../store/queue/jobs.ts';
import { endMail } from '../store/rows/mails.ts';
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
      undroppable[job.kind] ??
        'The version of this job still waits for it. Retry the job; if the version must not come, ban or delete the version.',
    );
  }
  await deleteJob(tx, job);
  if (job.kind === 'send-mail') await endMail(tx, job.subject, reason);
  await tx.append({ kind: 'job.dropped', about: { id: jobId(job) }, before: loggedJob(job), reason });
  const version = job.kind === 'extract-app-nodes' ? await findVersionById(tx.db, job.subject) : undefined;
  if (version?.extractStatus === 'pending') await failExtraction(tx, version, reason);
};

const undroppable: Readonly<Partial<Record<string, string>>> = {
  reap: 'Nothing else removes what nobody owns, so the reaper cannot be dropped. Retry it.',
  'deliver-webhook': 'Events wait for this job. Retry it; to end the deliveries, delete the webhook.',
};

const loggedJob = ({ kind, subject, attempts, last_error: error }: ListedJob) => ({
  kind,
  subject,
  attempts,
  last_error: error ?? undefined,
});

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
    throw new ApiError('not_found', 'There is no such job. It may be done.', {
      advice: 'GET /admin/jobs lists all jobs.',
    });
  }
  if (job.state === 'running') {
    throw new ApiError(
      'job_running',
      'A process is doing this job. Wait until it ends; if the process died, the job is free within 15 seconds.',
    );
  }
  return job;
};

interface Key {
  kind: string;
  subject: string;
}

/** The id of a job in URLs, where its subject may hold anything. */
export const jobId = ({ kind, subject }: Key): string =>
  Buffer.from(`${kind}:${subject}`).toString('base64url');

/** The kind and the subject of an id; undefined if it is no id of a job. */
const readJobId = (id: string): Key | undefined => {
  const [, kind, subject] = /^([^:]+):(.*)$/s.exec(Buffer.from(id, 'base64url').toString()) ?? [];
  return kind === undefined || subject === undefined ? undefined : { kind, subject };
};

interface Dropped {
  kind: string;
  /** Of the version that it is about; null if there is none. */
  versionStatus: NodeVersionStatus | null;
  hasPackage: boolean;
}

const rules: Readonly<Record<JobKind, (job: Dropped) => boolean>> = {
  // Without it, the version would wait for its package or its verdict forever, and keep its number.
  'receive-package': ({ versionStatus, hasPackage }) =>
    versionStatus !== 'NodeVersionStatusPending' &&
    (versionStatus !== 'NodeVersionStatusBanned' || hasPackage),
  // The extraction fails, and can be requested again.
  'extract-app-nodes': () => true,
  // Events wait for it.
  'deliver-webhook': () => false,
  // Nothing else would remove what nobody owns.
  reap: () => false,
  // It comes again at the next start, if the settings still name its source.
  replicate: () => true,
  // The message is given up.
  'send-mail': () => true,
  // It comes again at the next start, if the settings still ask for it.
  'check-domains': () => true,
};

/** Whether nothing is left half done without the job. No server of this version does a job of an unknown kind. */
export const mayDropJob = (job: Dropped): boolean => {
  const kind = jobKinds.find((known) => known === job.kind);
  return kind === undefined || rules[kind](job);
};
