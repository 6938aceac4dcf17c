import { reaperCycleMs } from '../../packages/reaping.ts';
import { deleteKeptRequest, findStrayRequests } from '../../store/rows/idempotency-keys.ts';
import { type Check, soughtMax } from '../check.ts';

/** A cycle of the reaper begins when the one before has ended. */
const overdueMs = 2 * reaperCycleMs;
const prefix = 'key:';

export const idempotencyKeys: Check = {
  name: 'idempotency-keys',
  promise: 'Every idempotency key is of an account that exists, and none is two days past its time.',
  reads: 'rows',
  async *find({ read, now }) {
    const before = new Date(now.getTime() - overdueMs).toISOString();
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
