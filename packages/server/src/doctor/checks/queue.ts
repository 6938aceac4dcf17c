import { limits } from '@patchbay/contract';
import { reaperCycleMs } from '../../packages/reap.ts';
import { type JobKind, isJobKind, putOffMsMax } from '../../store/queue/job.ts';
import { deleteJob, readJobs } from '../../store/queue/jobs.ts';
import { findForgottenVersions } from '../../store/rows/forgotten-versions.ts';
import { deleteKeptRequest, findStrayRequests } from '../../store/rows/idempotency-keys.ts';
import type { Row } from '../../store/tables.ts';
import { type Check, inPages, soughtMax } from '../check.ts';

const messages: { readonly [Kind in JobKind]?: string } = {
  'receive-package': 'It waits for its package or its verdict, and no job will go on with it.',
  'extract-app-nodes': 'Its app-nodes are to be read, and no job will read them.',
};

export const waitingVersions: Check = {
  name: 'waiting-versions',
  promise: 'A job goes on with every version that waits for its package, its verdict or its app-nodes.',
  reads: 'rows',
  async *find({ read, blobs }) {
    const isLookedFor = blobs.findArrival !== undefined;
    for (const { id, kind } of await findForgottenVersions(read, soughtMax, { isLookedFor })) {
      yield { subject: `${kind}:${id}`, message: messages[kind] ?? '' };
    }
  },
  async repair({ store }, subject) {
    const [kind, id] = subject.split(':') as [JobKind, string];
    await store.write({ actor: 'operator' }, (tx) => tx.enqueue({ kind, subject: id, runAt: tx.now }));
    return 'requested the job';
  },
};

/** A job that fails is tried again at least every ten minutes. */
const jobOverdueMs = 60 * 60_000;
/** A lease is one of seconds, and renewed. */
const leaseMsMax = 60 * 60_000;

export const jobs: Check = {
  name: 'jobs',
  promise:
    'Every job is of a kind that servers run, is held for less than an hour, is due within two days, runs within an hour of its time, and ends.',
  reads: 'rows',
  async *find({ read, now }) {
    for await (const rows of inPages<Row<'jobs'>>((last, limit) => readJobs(read, last, limit))) {
      for (const job of rows) {
        const message = judge(job, now);
        if (message !== undefined) yield { subject: `${job.kind}:${job.subject}`, message };
      }
    }
  },
  async repair({ store }, subject) {
    const colon = subject.indexOf(':');
    const kind = subject.slice(0, colon);
    const id = subject.slice(colon + 1);
    await store.write({ actor: 'operator' }, (tx) =>
      isJobKind(kind)
        ? tx.enqueue({ kind, subject: id, runAt: tx.now })
        : deleteJob(tx, { kind, subject: id }),
    );
    return isJobKind(kind) ? 'requested it again' : 'removed it';
  },
};

const judge = (
  { kind, run_at, leased_until, attempts, last_error }: Row<'jobs'>,
  now: Date,
): string | undefined => {
  if (!isJobKind(kind)) return 'No server runs jobs of this kind.';
  if (last_error !== null && attempts > limits.packageAttemptsMax) {
    return `It failed ${attempts} times, at last with: ${last_error}`;
  }
  const dueAt = Date.parse(leased_until ?? run_at);
  if (Number.isNaN(dueAt)) return `${JSON.stringify(leased_until ?? run_at)}, when it is due, is no time.`;
  if (leased_until !== null && dueAt - now.getTime() > leaseMsMax) {
    return `It is held until ${new Date(dueAt).toISOString()}, as by a server whose clock was ahead.`;
  }
  if (dueAt - now.getTime() > putOffMsMax) {
    return `It is put off until ${new Date(dueAt).toISOString()}, as by a server whose clock was ahead.`;
  }
  return now.getTime() - dueAt > jobOverdueMs
    ? `It has been due since ${new Date(dueAt).toISOString()}. Start a server.`
    : undefined;
};

/** A cycle of the reaper begins when the one before has ended. */
const keyOverdueMs = 2 * reaperCycleMs;
const prefix = 'key:';

export const idempotencyKeys: Check = {
  name: 'idempotency-keys',
  promise: 'Every idempotency key is of an account that exists, and none is two days past its time.',
  reads: 'rows',
  async *find({ read, now }) {
    const before = new Date(now.getTime() - keyOverdueMs).toISOString();
    for (const { id, accountId, expiresAt, isOrphan } of await findStrayRequests(read, {
      before,
      max: soughtMax,
    })) {
      yield {
        subject: `${prefix}${id}`,
        message: isOrphan
          ? `It is of the account ${JSON.stringify(accountId)}, which does not exist.`
          : `Its time was over at ${expiresAt}, and the reaper of no server has removed it. Start a server.`,
      };
    }
  },
  async repair({ store }, subject) {
    await store.write({ actor: 'operator' }, (tx) => deleteKeptRequest(tx, subject.slice(prefix.length)));
    return 'removed it';
  },
};
