import type { FastifyInstance } from 'fastify';
import type { Metrics } from '../../metrics/metrics.ts';
import type { RateCounter } from './rate-counter.ts';
import { rateHeaders } from './rate-headers.ts';

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
