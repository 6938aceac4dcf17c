import type { Job } from '@patchbay/contract';
import { jobId, mayDropJob } from '../lifecycle/job.ts';
import type { ListedJob } from '../store/queue/jobs.ts';

/** An error of a library can be as long as what it refused. */
const errorCharsMax = 1_000;

export const presentJob = (job: ListedJob): Job => ({
  id: jobId(job),
  kind: job.kind,
  subject: job.subject,
  ...(job.queue === '' ? {} : { publisher_id: job.queue }),
  state: job.state,
  due_at: job.run_at,
  attempts: job.attempts,
  ...(job.last_error === null ? {} : { last_error: job.last_error.slice(0, errorCharsMax) }),
  can_be_dropped: mayDropJob({
    kind: job.kind,
    versionStatus: job.version_status,
    hasPackage: job.stored_at !== null,
  }),
});
