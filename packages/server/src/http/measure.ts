import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '@patchbay/contract';
import type { EndpointMeter } from '../metrics/endpoint-meter.ts';
import type { Metrics } from '../metrics/metrics.ts';
import type { CountBody } from './rates/limit-rates.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** How many keys a JSON body may hold. */
    bodyKeysMax?: number;
    /** Whether its operation reads the JSON. */
    isRawJson?: boolean;
    /** What its length takes of the rates. */
    countBody?: CountBody;
    /** Whether a request only reads, whatever its method. */
    isRead?: boolean;
    /** Whether the body may be a form. */
    takesForms?: boolean;
    /** Whether a browser is answered with a page. */
    isPage?: boolean;
    /** The endpoint of the route, by its name in the contract. */
    endpoint?: string;
  }
  interface FastifyReply {
    /** The code of the error in the response. */
    errorCode: ErrorCode | undefined;
  }
}

/** Counts every request that the framework answers, and those that never become a request. */
export const measureRequests = (app: FastifyInstance, metrics: Metrics): void => {
  app.decorateReply('errorCode', undefined);
  app.addHook('onResponse', (request, reply, done) => {
    const { endpoint } = request.routeOptions.config;
    record(metrics.requestsOf(endpoint), request, reply);
    if (reply.errorCode !== undefined) metrics.countError(reply.errorCode, endpoint);
    done();
  });
  app.server.on('clientError', () => {
    metrics.requestsOf().record('other', 400, 0, 0);
    metrics.countError('invalid_request');
  });
};

const record = (meter: EndpointMeter, { method, headers }: FastifyRequest, reply: FastifyReply): void => {
  const { statusCode, raw } = reply;
  const isSent = raw.writableFinished && method !== 'HEAD' && statusCode !== 304;
  // For a refused request, the number of bytes received is unknown.
  const isTaken = statusCode < 400;
  meter.record(
    method,
    statusCode,
    reply.elapsedTime / 1_000,
    isSent ? bytesOf(reply.getHeader('content-length')) : 0,
    isTaken ? bytesOf(headers['content-length']) : 0,
  );
};

const bytesOf = (length: unknown): number => {
  const bytes = Number(length ?? 0);
  return Number.isSafeInteger(bytes) ? bytes : 0;
};
