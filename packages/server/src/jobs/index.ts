import type { JobKind } from '../store/queue/job-kinds.ts';
import type { JobDefinition } from './job.ts';
import { readAppNodesJob, readPackageJob } from './read-package.ts';
import { reapJob } from './reap.ts';

/** The definitions of all kinds of jobs. A table that misses one does not compile. */
export const jobs: { readonly [Kind in JobKind]: JobDefinition<Kind> } = {
  'receive-package': readPackageJob,
  'extract-app-nodes': readAppNodesJob,
  reap: reapJob,
};
