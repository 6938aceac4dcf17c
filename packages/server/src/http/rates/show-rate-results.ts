import { rates } from '@patchbay/contract';
import type { FastifyInstance } from 'fastify';
import type { RateLimitResult } from '../../limits/rate-limiter.ts';
import type { Metrics } from '../../metrics/metrics.ts';
import type { RateCounter } from './rate-counter.ts';

/** How the buckets of a request stand, as structured fields (draft-ietf-httpapi-ratelimit-headers). */
const rateHeaders = (rateResults: readonly RateLimitResult[]): Record<string, string> => {
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
