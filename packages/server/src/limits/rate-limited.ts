import { rateInWords, rates } from '@patchbay/contract';
import { ApiError } from '../errors.ts';
import type { Denied, RateLimiter } from './rate-limiter.ts';
import { findQuota } from '../store/rows/quotas.ts';
import type { ReadConnection, Store } from '../store/store.ts';

const whose = {
  address: 'from this address',
  account: 'by this account',
  'account and address': 'by this account from this address',
  publisher: 'for this publisher',
};

/** The error of a request whose bucket is empty. */
export class RateLimitedError extends ApiError {
  readonly denied: Denied;

  constructor(denied: Denied) {
    const { claim, limit, retryInSeconds } = denied;
    const { of, by, fullAfterSeconds } = rates[claim.rate];
    const allowed = rateInWords({ burst: limit, fullAfterSeconds });
    const seconds = retryInSeconds === 1 ? '1 second' : `${retryInSeconds} seconds`;
    super('rate_limited', `Too many ${of} ${whose[by]}: the limit is ${allowed}. Try again in ${seconds}.`, {
      headers: { 'retry-after': String(retryInSeconds) },
    });
    this.denied = denied;
  }
}

/** How many times the usual rates a publisher has. */
export const factorOf = async (read: ReadConnection, publisherId: string): Promise<number> =>
  (await findQuota(read, publisherId, 'rate_factor')).max;

/**
 * Reads a package of a publisher, and counts it afterwards if it is refused: reading it costs more than sending it, and
 * nothing else bounds how many such packages a publisher sends. Packages that are taken never count. Throws
 * `rate_limited` before anything is read if too many were refused.
 */
export const countRefusal = async <Result>(
  { limiter, store }: { limiter: RateLimiter | undefined; store: Store },
  publisherId: string,
  read: () => Promise<Result>,
  isRefusal: (result: Result) => boolean,
): Promise<Result> => {
  if (limiter === undefined) return read();
  const factor = await factorOf(store.read, publisherId);
  const claim = { rate: 'refused-packages', subject: publisherId, factor, tokens: 1 } as const;
  const denied = limiter.check(claim);
  if (denied !== undefined) throw new RateLimitedError(denied);
  const result = await read();
  if (isRefusal(result)) await limiter.take(claim);
  return result;
};
