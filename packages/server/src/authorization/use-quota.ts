import { type Actor, may } from './rights.ts';
import { type QuotaUse, countUses } from '../store/rows/quotas.ts';
import type { Writer } from '../store/store.ts';
import { quotaExceeded } from './quota-exceeded.ts';

/**
 * Counts the use of quotas, each another one, in the transaction that causes it. Throws `quota_exceeded` for the first
 * that would be more than its maximum, except for a moderator, who can raise it.
 */
export const useQuota = async (
  tx: Writer & { actor: Actor },
  ...uses: [QuotaUse, ...QuotaUse[]]
): Promise<void> => {
  for (const [index, quota] of (await countUses(tx, uses)).entries()) {
    const amount = uses[index]?.amount ?? 0;
    if (quota.used > quota.max && amount > 0 && !may(tx.actor, 'moderate')) {
      throw quotaExceeded({ ...quota, used: quota.used - amount }, amount);
    }
  }
};
