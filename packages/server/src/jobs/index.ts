import type { JobKind } from '../store/queue/job-kinds.ts';
import { extractAppNodesJob } from './extract-app-nodes.ts';
import type { JobDefinition } from './job.ts';
import { reapJob } from './reap.ts';
import { receivePackageJob } from './receive-package.ts';

/** The definitions of all kinds of jobs. A table that misses one does not compile. */
export const jobs: { readonly [Kind in JobKind]: JobDefinition<Kind> } = {
  'receive-package': receivePackageJob,
  'extract-app-nodes': extractAppNodesJob,
  reap: reapJob,
};
