import type { Context } from '../context.ts';
import { factorOf } from '../limits/factor-of.ts';
import type { Denied } from '../limits/rate-limiter.ts';

/** So many packages of a publisher were refused that it has to wait. */
export class RefusalsSpentError extends Error {
  readonly denied: Denied;

  constructor(denied: Denied) {
    super('too many packages of this publisher were refused');
    this.denied = denied;
  }
}

/**
 * Reads a package of a publisher, and counts it if it is refused: each one starts a process, and nothing else bounds how
 * many of them a publisher sends. Errors: RefusalsSpentError, before anything is read, and those of `read`.
 */
export const countRefusal = async <Result>(
  { limiter, store }: Pick<Context, 'limiter' | 'store'>,
  publisherId: string,
  read: () => Promise<Result>,
  isRefusal: (result: Result) => boolean,
): Promise<Result> => {
  if (limiter === undefined) return read();
  const factor = await factorOf(store.read, publisherId);
  const claim = { rate: 'refused-packages', subject: publisherId, factor, tokens: 1 } as const;
  // Taken only for a refusal: of tokens that are given back each time, a part is lost.
  const denied = limiter.check(claim);
  if (denied !== undefined) throw new RefusalsSpentError(denied);
  const result = await read();
  if (isRefusal(result)) await limiter.take(claim);
  return result;
};
