import { callbackify } from 'node:util';
import { rates } from '@patchbay/contract';
import type { FastifyRequest } from 'fastify';
import { rateLimited } from '../../present/rate-limited.ts';
import type { Claim, RateLimiter, Standing } from '../../limits/rate-limiter.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The buckets that it took from, or the one that refused it. */
    standings: readonly Standing[];
  }
}

/** What took from the buckets. */
type Taker = Pick<FastifyRequest, 'standings'>;

const settle = callbackify((standing: Promise<Standing>) => standing);

const isOfResults = ({ claim }: Standing): boolean => 'isOfResults' in rates[claim.rate];

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
    if (!(standing instanceof Promise)) return go(standing);
    settle(standing, (error, late) => (error === null ? go(late) : done(error)));
  }

  /** Gives back all that the request took: it is not counted. */
  giveBack(request: Taker): void {
    this.#giveBack(request.standings);
    request.standings = [];
  }

  /** Gives back what only results count for. */
  giveBackResults(request: Taker): void {
    const { standings } = request;
    this.#giveBack(standings.filter(isOfResults));
    request.standings = standings.filter((standing) => !standing.isGranted || !isOfResults(standing));
  }

  #giveBack(standings: readonly Standing[]): void {
    for (const standing of standings) if (standing.isGranted) this.#limiter.giveBack(standing);
  }
}
