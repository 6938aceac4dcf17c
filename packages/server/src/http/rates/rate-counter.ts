import { callbackify } from 'node:util';
import { rates } from '@patchbay/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RateLimitedError } from '../../limits/rate-limited.ts';
import type { Claim, Denied, RateLimiter, RateLimitResult } from '../../limits/rate-limiter.ts';
import type { Metrics } from '../../metrics/metrics.ts';

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
      this.refuse(request, result);
      return done(new RateLimitedError(result));
    };
    const result = this.#limiter.take(claim);
    if (!(result instanceof Promise)) return go(result);
    settle(result, (error, late) => (error === null ? go(late) : done(error)));
  }

  /** Gives back all that the request took, and remembers the bucket that was too empty alone. */
  refuse(request: Taker, denied: Denied): void {
    this.giveBack(request);
    request.rateResults = [denied];
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

/**
 * Adds to each response how the buckets stand that its request took from, and counts refusals. Only to what is sent
 * now: a cached response must not repeat it.
 */
export const showRateResults = (app: FastifyInstance, counter: RateCounter, metrics: Metrics): void => {
  app.decorateRequest('rateResults', null as never);
  app.addHook('onRequest', (request, _reply, done) => {
    request.rateResults = [];
    done();
  });
  // Some buckets are asked by operations, which know no request.
  app.addHook('onError', (request, _reply, error, done) => {
    if (error instanceof RateLimitedError) counter.refuse(request, error.denied);
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode >= 400) counter.giveBackResults(request);
    const { rateResults } = request;
    if (rateResults.length > 0) void reply.headers(rateHeaders(rateResults));
    for (const { isGranted, claim } of rateResults) {
      if (!isGranted) metrics.count('rateLimited', { rate: claim.rate });
    }
    done(null, payload);
  });
};
