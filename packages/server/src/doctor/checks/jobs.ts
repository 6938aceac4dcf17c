import { limits } from '@patchbay/contract';
import { isJobKind } from '../../store/queue/job-kinds.ts';
import { deleteJob, readJobs } from '../../store/queue/jobs.ts';
import type { Row } from '../../store/tables.ts';
import type { Check } from '../check.ts';
import { inPages } from '../in-pages.ts';

/** A job that fails is tried again at least every ten minutes. */
const overdueMs = 60 * 60_000;

export const jobs: Check = {
  name: 'jobs',
  promise: 'Every job is of a kind that servers run, runs within an hour of its time, and ends.',
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
    const [kind = '', id = ''] = [
      subject.slice(0, subject.indexOf(':')),
      subject.slice(subject.indexOf(':') + 1),
    ];
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
  return now.getTime() - dueAt > overdueMs
    ? `It has been due since ${new Date(dueAt).toISOString()}. Start a server.`
    : undefined;
};
