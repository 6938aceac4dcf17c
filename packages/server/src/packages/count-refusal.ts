import type { Context } from '../context.ts';
import { factorOf } from '../limits/factor-of.ts';
import type { Denied } from '../limits/rate-limiter.ts';

/** So many packages of a publisher were refused that it has to wait. */
export class RefusalsSpentError extends Error {
  readonly standing: Denied;

  constructor(standing: Denied) {
    super('too many packages of this publisher were refused');
    this.standing = standing;
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
  const standing = await limiter.take({ rate: 'refused-packages', subject: publisherId, factor, tokens: 1 });
  if (!standing.isGranted) throw new RefusalsSpentError(standing);
  let isDue = false;
  try {
    const result = await read();
    isDue = isRefusal(result);
    return result;
  } finally {
    if (!isDue) limiter.giveBack(standing);
  }
};
