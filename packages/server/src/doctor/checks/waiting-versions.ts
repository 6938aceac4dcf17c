import type { JobKind } from '../../store/queue/job-kinds.ts';
import { findForgottenVersions } from '../../store/rows/forgotten-versions.ts';
import { type Check, soughtMax } from '../check.ts';

const messages: { readonly [Kind in JobKind]?: string } = {
  'receive-package': 'It waits for its package or its verdict, and no job will go on with it.',
  'extract-app-nodes': 'Its app-nodes are to be read, and no job will read them.',
};

export const waitingVersions: Check = {
  name: 'waiting-versions',
  promise: 'A job goes on with every version that waits for its package, its verdict or its app-nodes.',
  reads: 'rows',
  async *find({ read }) {
    for (const { id, kind } of await findForgottenVersions(read, soughtMax)) {
      yield { subject: `${kind}:${id}`, message: messages[kind] ?? '' };
    }
  },
  async repair({ store }, subject) {
    const [kind, id] = subject.split(':') as [JobKind, string];
    await store.write({ actor: 'operator' }, (tx) => tx.enqueue({ kind, subject: id, runAt: tx.now }));
    return 'requested the job';
  },
};
