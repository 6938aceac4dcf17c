import { reap } from '../packages/reap.ts';
import { reapAt } from '../packages/reaping.ts';
import type { JobDefinition } from './job.ts';

/** Removes what nothing owns, some at a time and all of it about once a day. */
export const reapJob: JobDefinition<'reap'> = {
  kind: 'reap',
  run: async (context, { subject }) => {
    const stoppedAt = await reap(context, subject);
    await context.store.write({ actor: 'server' }, (tx) => reapAt(tx, context.now(), stoppedAt));
    return undefined;
  },
};
