import { createServer } from 'node:http';
import { fastifyCors } from '@fastify/cors';
import { limits, makeSpeller } from '@patchbay/contract';
import { type FastifyBaseLogger, type FastifyInstance, LogController, fastify } from 'fastify';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { registerDocsAssets } from './docs-assets.ts';
import { errorHandler } from './error-handler.ts';
import { registerJsonBody } from './json-body.ts';
import { refuseMalformedRequest } from './malformed-request.ts';
import { registerRoutes } from './routes.ts';
import { serveRendered } from './serve-rendered.ts';
import { validatorCompiler } from './validators.ts';

/** A slow line may need this long for one package. */
const requestTimeoutMs = 15 * 60_000;
/** Longer than balancers keep theirs, so that none sends into a connection that we just closed. */
const keepAliveTimeoutMs = 72_000;
const paramCharsMax = 1_000;

/** The server, ready to listen. */
export const buildApp = async (context: Context, log: FastifyBaseLogger): Promise<FastifyInstance> => {
  const serve = serveRendered(context.rendered, log);
  const speller = makeSpeller(context.profile.spelling);
  const onError = errorHandler(context.store.engine, speller);
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => uuidv7(),
    requestIdHeader: false,
    trustProxy: context.config.TRUST_PROXY,
    bodyLimit: limits.bodyBytesMax,
    serverFactory: (handler) =>
      createServer(
        {
          requestTimeout: requestTimeoutMs,
          keepAliveTimeout: keepAliveTimeoutMs,
          // Refused below, in the shape of all errors.
          requireHostHeader: false,
        },
        (request, response) => {
          if (!serve(request, response)) handler(request, response);
        },
      ),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: paramCharsMax },
    frameworkErrors: (error, request, reply) => {
      void reply.header('x-request-id', request.id);
      onError(error, request, reply);
    },
    clientErrorHandler: refuseMalformedRequest(log),
  });
  // An expectation that nobody knows may be ignored (RFC 9110, section 10.1.1); the runtime would hang up without a word.
  app.server.on('checkExpectation', (request, response) => app.routing(request, response));
  registerJsonBody(app);
  app.decorateRequest('actor', null as never);
  app.setValidatorCompiler(validatorCompiler);
  app.setErrorHandler(onError);
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url,
      params: request.params,
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    const isRead = request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS';
    if (isRead && reply.statusCode < 500) request.log.debug(line, 'read');
    else request.log.info(line, 'request');
  });
  await app.register(fastifyCors, {
    origin: '*',
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Idempotency-Key',
      'If-None-Match',
      'Cache-Control',
      'Pragma',
      'Expires',
    ],
    exposedHeaders: ['ETag', 'X-Request-Id', 'Retry-After', 'Digest', 'Content-Range'],
    maxAge: 86_400,
    strictPreflight: false,
  });
  // Before the body is read, which nobody asked for.
  app.addHook('onRequest', async (request) => {
    if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) {
      throw new ApiError('invalid_request', 'Send a Host header with the request.');
    }
    if (request.is404) {
      throw new ApiError('not_found', 'There is nothing at this address; GET /docs lists what there is.');
    }
  });
  registerDocsAssets(app);
  registerRoutes(app, context);
  return app;
};
