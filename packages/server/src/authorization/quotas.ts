import { quotas } from '@patchbay/contract';
import { ApiError } from '../errors.ts';
import { type Quota, type QuotaUse, countUses } from '../store/rows/quotas.ts';
import { nodeIdOf } from '../store/rows/nodes.ts';
import type { Writer } from '../store/store.ts';
import { type Actor, may } from './rights.ts';

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
      const isNode = quotas[quota.name].subject === 'node';
      const subjectId = isNode ? await nodeIdOf(tx.db, quota.subjectId) : quota.subjectId;
      throw quotaExceeded({ ...quota, subjectId, used: quota.used - amount }, amount);
    }
  }
};

/** The error for who needs `more` than a quota leaves. */
export const quotaExceeded = (
  { name, subjectId, used, max }: Omit<Quota, 'isSet'>,
  more: number,
): ApiError => {
  const { subject, unit } = quotas[name];
  const whose = subject === 'account' ? 'Your account' : `The ${subject} "${subjectId}"`;
  return new ApiError(
    'quota_exceeded',
    `${whose} uses ${used} of at most ${max} ${unit}, and this needs ${more} more. Ask a moderator to raise the quota "${name}".`,
  );
};
