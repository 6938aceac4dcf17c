import { rates } from '@patchbay/contract';
import type { FastifyRequest } from 'fastify';
import type { Claim, RateLimiter, Standing } from '../../rates/rate-limiter.ts';
import { rateLimited } from './rate-limited.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The buckets that it took from, or the one that refused it. */
    standings: readonly Standing[];
  }
}

const isOfResults = ({ rate }: Claim): boolean => 'isOfResults' in rates[rate];

/** Takes for requests from the token buckets, and remembers for each request what it took. */
export class RateCounter {
  readonly #limiter: RateLimiter;

  constructor(limiter: RateLimiter) {
    this.#limiter = limiter;
  }

  /** Takes from all of these buckets. If one of them refuses, gives back all that the request took. */
  take(request: FastifyRequest, claims: readonly Claim[], done: (refusal?: Error) => void): void {
    const [claim, ...others] = claims;
    if (claim === undefined) return done();
    const go = (standing: Standing): void => {
      if (standing.isGranted) {
        request.standings = [...request.standings, standing];
        return this.take(request, others, done);
      }
      this.giveBack(request);
      request.standings = [standing];
      return done(rateLimited(standing));
    };
    const standing = this.#limiter.take(claim);
    if (standing instanceof Promise) standing.then(go, done);
    else go(standing);
  }

  /** Gives back what the request took, of all buckets or of those with results alone. */
  giveBack(request: FastifyRequest, of: 'all' | 'results' = 'all'): void {
    const isDue = ({ claim }: Standing): boolean => of === 'all' || isOfResults(claim);
    for (const standing of request.standings) {
      if (standing.isGranted && isDue(standing)) this.#limiter.giveBack(standing);
    }
    request.standings = request.standings.filter((standing) => !standing.isGranted || !isDue(standing));
  }
}
