import { rates } from '@patchbay/contract';
import type { Standing } from '../../limits/rate-limiter.ts';

/** How the buckets of a request stand, as structured fields (draft-ietf-httpapi-ratelimit-headers). */
export const rateHeaders = (standings: readonly Standing[]): Record<string, string> => {
  // Of a bucket that it took from twice, the last standing.
  const last = [...new Map(standings.map((standing) => [standing.claim.rate, standing]))];
  return {
    ratelimit: last
      .map(([rate, { remaining, fullInSeconds }]) => `"${rate}";r=${remaining};t=${fullInSeconds}`)
      .join(', '),
    'ratelimit-policy': last
      .map(([rate, { limit }]) => `"${rate}";q=${limit};w=${rates[rate].fullAfterSeconds}`)
      .join(', '),
  };
};
