import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { fastifyCors } from '@fastify/cors';
import { limits, makeSpeller } from '@patchbay/contract';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  fastify,
} from 'fastify';
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
    genReqId: () => randomUUID(),
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
  // With callbacks, as all hooks of every request: a promise for each costs more than what it does.
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header('x-request-id', request.id);
    done();
  });
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply);
    done();
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
  app.addHook('onRequest', (request, _reply, done) => done(refusalOf(request)));
  registerDocsAssets(app);
  registerRoutes(app, context);
  return app;
};

const refusalOf = (request: FastifyRequest): ApiError | undefined => {
  if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) {
    return new ApiError('invalid_request', 'Send a Host header with the request.');
  }
  if (request.is404) {
    return new ApiError('not_found', 'There is nothing at this address; GET /docs lists what there is.');
  }
  return undefined;
};

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

const logRequest = ({ log, method, params, routeOptions }: FastifyRequest, reply: FastifyReply): void => {
  const line = {
    method,
    route: routeOptions.url,
    params,
    status: reply.statusCode,
    duration_ms: Math.round(reply.elapsedTime * 10) / 10,
  };
  if (readingMethods.has(method) && reply.statusCode < 500) log.debug(line, 'read');
  else log.info(line, 'request');
};
