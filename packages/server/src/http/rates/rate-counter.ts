import { callbackify } from 'node:util';
import { rates } from '@patchbay/contract';
import type { FastifyRequest } from 'fastify';
import { rateLimited } from '../../limits/rate-limited.ts';
import type { Claim, RateLimiter, RateLimitResult } from '../../limits/rate-limiter.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The buckets that it took from, or the one that refused it. */
    rateResults: readonly RateLimitResult[];
  }
}

/** What took from the buckets. */
type Taker = Pick<FastifyRequest, 'rateResults'>;

const settle = callbackify((result: Promise<RateLimitResult>) => result);

const isOfResults = ({ claim }: RateLimitResult): boolean => 'isOfResults' in rates[claim.rate];

/** Takes for requests from the token buckets, and remembers for each request what it took. */
export class RateCounter {
  readonly #limiter: RateLimiter;

  constructor(limiter: RateLimiter) {
    this.#limiter = limiter;
  }

  /** Takes from all of these buckets. If one of them refuses, gives back all that the request took. */
  take(request: Taker, claims: readonly Claim[], done: (refusal?: Error) => void): void {
    const [claim, ...others] = claims;
    if (claim === undefined) return done();
    const go = (result: RateLimitResult): void => {
      if (result.isGranted) {
        request.rateResults = [...request.rateResults, result];
        return this.take(request, others, done);
      }
      this.giveBack(request);
      request.rateResults = [result];
      return done(rateLimited(result));
    };
    const result = this.#limiter.take(claim);
    if (!(result instanceof Promise)) return go(result);
    settle(result, (error, late) => (error === null ? go(late) : done(error)));
  }

  /** Gives back all that the request took: it is not counted. */
  giveBack(request: Taker): void {
    this.#giveBack(request.rateResults);
    request.rateResults = [];
  }

  /** Gives back what only results count for. */
  giveBackResults(request: Taker): void {
    const { rateResults } = request;
    this.#giveBack(rateResults.filter(isOfResults));
    request.rateResults = rateResults.filter((result) => !result.isGranted || !isOfResults(result));
  }

  #giveBack(rateResults: readonly RateLimitResult[]): void {
    for (const result of rateResults) if (result.isGranted) this.#limiter.giveBack(result);
  }
}
