import type { Job, JobKind } from '../../src/store/queue/job.ts';
import { randomUUID } from 'node:crypto';
import { jobId } from '../../src/lifecycle/job.ts';
import { hours } from './clock.ts';
import type { TestServer } from './start-server.ts';

interface Wanted {
  kind?: JobKind;
  subject?: string;
}

/** Enqueues a job that is due in an hour, by default one that finds nothing to do. Returns its id. */
export const enqueueJob = async (
  { server: { context }, clock }: TestServer,
  { kind = 'extract-app-nodes', subject = randomUUID() }: Wanted = {},
): Promise<string> => {
  const runAt = new Date(clock.now().getTime() + hours(1)).toISOString();
  await context.store.write({ actor: 'server' }, (tx) => tx.enqueue({ kind, subject, runAt }));
  return jobId({ kind, subject });
};

/** The job of a version as a worker that claimed it has it. */
export const claimedJob = (versionId: string, attempts = 1): Job => ({
  kind: 'receive-package',
  subject: versionId,
  queue: '',
  attempts,
  lease: 'a lease',
});
