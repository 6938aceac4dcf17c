import type { Store } from '../store/store.ts';
import { factorOf } from './factor-of.ts';
import { rateLimited } from './rate-limited.ts';
import type { RateLimiter } from './rate-limiter.ts';

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
  if (denied !== undefined) throw rateLimited(denied);
  const result = await read();
  if (isRefusal(result)) await limiter.take(claim);
  return result;
};
