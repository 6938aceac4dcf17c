import { rates } from '@patchbay/contract';
import type { RateLimitResult } from '../../limits/rate-limiter.ts';

/** How the buckets of a request stand, as structured fields (draft-ietf-httpapi-ratelimit-headers). */
export const rateHeaders = (rateResults: readonly RateLimitResult[]): Record<string, string> => {
  // Of a bucket that it took from twice, the last result.
  const last = [...new Map(rateResults.map((result) => [result.claim.rate, result]))];
  return {
    ratelimit: last
      .map(([rate, { remaining, fullInSeconds }]) => `"${rate}";r=${remaining};t=${fullInSeconds}`)
      .join(', '),
    'ratelimit-policy': last
      .map(([rate, { limit }]) => `"${rate}";q=${limit};w=${rates[rate].fullAfterSeconds}`)
      .join(', '),
  };
};
