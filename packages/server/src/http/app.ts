import { fastifyCors } from '@fastify/cors';
import { fastifyEtag } from '@fastify/etag';
import { limits } from '@patchbay/contract';
import { type FastifyBaseLogger, type FastifyInstance, LogController, fastify } from 'fastify';
import { uuidv7 } from 'uuidv7';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { registerDocsAssets } from './docs-assets.ts';
import { errorHandler, presentError } from './error-handler.ts';
import { registerRoutes } from './routes.ts';
import { validatorCompiler } from './validators.ts';

/** A slow line may need this long for one package. */
const requestTimeoutMs = 15 * 60_000;
const paramCharsMax = 1_000;

/** The server, ready to listen. */
export const buildApp = async (context: Context, log: FastifyBaseLogger): Promise<FastifyInstance> => {
  const onError = errorHandler(context.store.engine);
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => uuidv7(),
    requestIdHeader: false,
    trustProxy: context.config.TRUST_PROXY,
    bodyLimit: limits.bodyBytesMax,
    requestTimeout: requestTimeoutMs,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: paramCharsMax },
    onProtoPoisoning: 'remove',
    onConstructorPoisoning: 'remove',
    frameworkErrors: (error, request, reply) => {
      void reply.header('x-request-id', request.id);
      onError(error, request, reply);
    },
    clientErrorHandler: (error, socket) => {
      const refusal = new ApiError('invalid_request', 'The request is not well-formed HTTP.');
      const body = JSON.stringify(presentError(refusal, uuidv7()));
      log.debug({ err: error }, 'a malformed request');
      if (!socket.writable) return;
      socket.end(
        `HTTP/1.1 400 Bad Request\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
      );
    },
  });
  app.decorateRequest('actor', null as never);
  app.setValidatorCompiler(validatorCompiler);
  app.setErrorHandler(onError);
  app.setNotFoundHandler((request, reply) => {
    onError(
      new ApiError('not_found', 'There is nothing at this address; GET /docs lists what there is.'),
      request,
      reply,
    );
  });
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
  });
  await app.register(fastifyEtag);
  registerDocsAssets(app);
  registerRoutes(app, context);
  return app;
};
