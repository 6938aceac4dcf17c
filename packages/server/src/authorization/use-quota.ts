import { type Actor, may } from './rights.ts';
import { type QuotaUse, countUse } from '../store/rows/quotas.ts';
import type { Writer } from '../store/store.ts';
import { quotaExceeded } from './quota-exceeded.ts';

/**
 * Counts the use of a quota in the transaction that causes it. Throws `quota_exceeded` when it would be more than the
 * maximum, except for a moderator, who can raise it.
 */
export const useQuota = async (tx: Writer & { actor: Actor }, use: QuotaUse): Promise<void> => {
  const quota = await countUse(tx, use);
  if (quota.used > quota.max && use.amount > 0 && !may(tx.actor, 'moderate')) {
    throw quotaExceeded({ ...quota, used: quota.used - use.amount }, use.amount);
  }
};
