import { quotas } from '@patchbay/contract';
import { ApiError } from '../errors.ts';
import type { Quota } from '../store/rows/quotas.ts';

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
