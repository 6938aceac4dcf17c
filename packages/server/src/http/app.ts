import { type IncomingMessage, type RequestListener, createServer } from 'node:http';
import { Socket } from 'node:net';
import { fastifyCors } from '@fastify/cors';
import { limits, makeNaming, wiresOf } from '@patchbay/contract';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  fastify,
} from 'fastify';
import { ConfigError } from '../config.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { prefixOf } from '../addresses.ts';
import { clientNetwork } from '../limits/client-network.ts';
import { LargeResponses, RequestsUnderWay, WaitingRequests } from '../limits/client-semaphores.ts';
import { Connections } from '../limits/connections.ts';
import { answerHead } from './answer-head.ts';
import { clientAddress, isProxy, trustOf } from './client-address.ts';
import { cors, corsHeaders, preflightHeaders } from './cors.ts';
import type { Edge } from './edge.ts';
import { errorHandler } from './error-handler.ts';
import { registerJsonBody } from './json-body.ts';
import { registerPageAssets } from './page-assets.ts';
import { refuseConnect, refuseMalformedRequest, writeRefusal } from './malformed-request.ts';
import { RateCounter, showRateResults } from './rates/rate-counter.ts';
import { measureRequests } from './measure.ts';
import type { Traffic } from '../metrics/measure.ts';
import { dropRest } from './read-body.ts';
import { type ReadInProcess, readInProcess } from './read-in-process.ts';
import { type RefuseUnrouted, type Served, refuseUnrouted, servedBy } from './refusals.ts';
import { dryRunConstraint, originForm, refusalOfHosts, refusalOfQuery, withoutPrefix } from './router.ts';
import { logRequest, readingMethods, requestIds } from './request-log.ts';
import { registerRoutes } from './routes.ts';
import { everyAnswer } from './security-headers.ts';
import { serializerCompiler, validatorCompiler } from './compilers.ts';
import type { ResponseCache } from './response-cache/response-cache.ts';
import { serveCached } from './response-cache/serve-cached.ts';
import { failureOf, serveEarly } from './response-cache/serve-early.ts';
import { wantsPage } from './request-head.ts';

const requestTimeoutMs = limits.requestSecondsMax * 1_000;
const connectionsCheckingMs = 10_000;
/**
 * Longer than the keep-alive of load balancers, so that none sends a request on a connection that we have just closed.
 */
const keepAliveTimeoutMs = 72_000;
const paramCharsMax = 1_000;

declare module 'fastify' {
  interface FastifyInstance {
    /** For the metrics, and for the end of the server. */
    traffic: Traffic & { connections: Connections };
    /** For the pages of the site. */
    readInProcess: ReadInProcess;
  }
  interface FastifyRequest {
    /** The network of the client, which counts as one. */
    client: string;
    /** Says that the work for the request has ended. Undefined where it is not counted. */
    endWork: (() => void) | undefined;
    /** Aborts once the client of a request that waits has gone. */
    gone: AbortSignal | undefined;
  }
}

/** The server, ready to listen. */
export const buildApp = async (
  context: Context,
  responseCache: ResponseCache,
  log: FastifyBaseLogger,
): Promise<FastifyInstance> => {
  const idleMs = context.config.REQUEST_TIMEOUT * 1000;
  const largeResponses = new LargeResponses();
  const renaming = makeNaming(context.profile.naming);
  const prefix = prefixOf(context.publicUrl());
  const onError = errorHandler(context.store.engine, renaming, prefix);
  const strip = withoutPrefix(prefix);
  const { CONNECTIONS_MAX, CONNECTIONS_PER_ADDRESS, TRUST_PROXY } = context.config;
  const addressOf = clientAddress(TRUST_PROXY);
  const clientOf = (request: IncomingMessage): string => clientNetwork(addressOf(request));
  const idOf = requestIds(TRUST_PROXY);
  const underWay = new RequestsUnderWay();
  const serve = serveCached({ cache: responseCache, largeResponses, clientOf, idOf, log });
  const edge: Edge = {
    context,
    responseCache,
    largeResponses,
    waiting: new WaitingRequests(),
    keysInProgress: new Set(),
    rates: context.limiter && new RateCounter(context.limiter),
    addressOf,
    wires: wiresOf(context.profile),
  };
  const serveUnkept = serveEarly({ edge, underWay, clientOf, idOf, log });
  const served: Served[] = [];
  const refuse = refuseUnrouted(served);
  const enter =
    (handle: RequestListener): RequestListener =>
    (request, response) => {
      // The parser goes on to the end of what has arrived.
      if (request.socket.destroyed || !connections.accept(request, response)) return;
      const url = strip(originForm(request.url ?? '/'));
      request.url = url;
      const ofHosts = refusalOfHosts(request);
      if (ofHosts === undefined && serve(request, response)) return;
      const refusal = ofHosts ?? refusalOfQuery(url);
      if (refusal === undefined) {
        if (!serveUnkept(request, response, () => handle(request, response))) handle(request, response);
      } else app.server.emit('clientError', refusal, request.socket, request.method === 'OPTIONS');
    };
  const app = fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: idOf,
    requestIdHeader: false,
    exposeHeadRoutes: false,
    // A slow machine starts slowly.
    pluginTimeout: 0,
    trustProxy: trustOf(TRUST_PROXY),
    bodyLimit: limits.bodyBytesMax,
    serverFactory: (handler) =>
      createServer(
        {
          maxHeaderSize: limits.headBytesMax,
          requestTimeout: requestTimeoutMs,
          headersTimeout: idleMs,
          connectionsCheckingInterval: Math.min(idleMs, connectionsCheckingMs),
          keepAliveTimeout: keepAliveTimeoutMs,
          // Refused below, in the common error format.
          requireHostHeader: false,
        },
        enter(handler),
      ),
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength: paramCharsMax,
      constraints: { dryRun: dryRunConstraint },
    },
    frameworkErrors: (error, request, reply: FastifyReply) => {
      const isPreflight = request.method === 'OPTIONS';
      void reply.headers({
        ...everyAnswer,
        'x-request-id': request.id,
        ...(isPreflight ? preflightHeaders : corsHeaders),
      });
      if (isPreflight) void reply.code(204).send();
      else onError(error, request, reply);
    },
    clientErrorHandler: refuseMalformedRequest(log, (url) => refuse(strip(url))),
  });
  // An unknown expectation may be ignored (RFC 9110, section 10.1.1). The runtime would close the connection without
  // a response.
  const serveExpecting = enter((request, response) => app.routing(request, response));
  for (const event of ['checkExpectation', 'checkContinue']) app.server.on(event, serveExpecting);
  app.server.on('connect', (_request, socket) => refuseConnect(socket));
  app.server.maxConnections = CONNECTIONS_MAX;
  app.server.maxRequestsPerSocket = limits.requestsOfConnectionMax;
  const connections = new Connections(app.server, {
    perClient: CONNECTIONS_PER_ADDRESS,
    idleMs,
    isProxy: isProxy(TRUST_PROXY),
    refusal: (perClient) => writeRefusal(tooManyConnections(perClient)),
  });
  answerHead(app);
  app.decorate('traffic', { connections, largeResponses });
  registerJsonBody(app, idleMs);
  app.decorateRequest('actor', null as never);
  app.decorateRequest('client', '');
  app.decorateRequest('endWork', undefined);
  app.decorateRequest('gone', undefined);
  app.decorateRequest('package', undefined);
  app.decorateRequest('unknownParameters', 0);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(onError);
  measureRequests(app, context.metrics);
  // Hooks of every request use callbacks: a promise for each would cost more than the hook itself.
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(everyAnswer).header('x-request-id', request.id);
    done();
  });
  app.addHook('onSend', (request, _reply, payload, done) => {
    request.endWork?.();
    dropRest(request.raw, idleMs);
    done(null, payload);
  });
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply);
    done();
  });
  // Before anything answers: its last hook needs what its first one sets.
  if (edge.rates !== undefined) showRateResults(app, edge.rates, context.metrics);
  await app.register(fastifyCors, cors);
  // Sent when the body begins to be read, so that no client sends a body for which it is refused before.
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (request.headers.expect?.toLowerCase() === '100-continue') {
      request.raw.once('resume', () => {
        if (!reply.raw.headersSent) reply.raw.writeContinue();
      });
    }
    done(null, payload);
  });
  const beginWork = (request: FastifyRequest, reply: FastifyReply, done: (refusal?: Error) => void): void =>
    underWay.enter(
      request.client,
      reply.raw,
      (end) => {
        request.endWork = end;
        done();
      },
      done,
    );
  // Before the body is read.
  app.addHook('onRequest', (request, reply, done) => {
    request.client = clientOf(request.raw);
    const refusal = refusalOf(request, refuse) ?? failureOf(request.raw);
    if (refusal !== undefined || hasBody(request) || isCallOfPage(request)) done(refusal);
    else beginWork(request, reply, done);
  });
  // A body that arrives slowly is no work. Packages arrive during the work for them, and have bounds of their own.
  app.addHook('preValidation', (request, reply, done) => {
    const isPackage = request.body === request.raw || request.package !== undefined;
    if (request.endWork !== undefined || isPackage || isCallOfPage(request)) done();
    else beginWork(request, reply, done);
  });
  // What is served, by the first part of its path.
  const parts = new Set<string>();
  app.addHook('onRoute', (route) => {
    parts.add(route.url.split('/')[1] ?? '');
    served.push(servedBy(route));
  });
  app.addHook('onReady', (done) => done(refusalOfPrefix(prefix, parts)));
  registerPageAssets(app);
  registerRoutes(app, edge);
  app.decorate('readInProcess', readInProcess(edge));
  return app;
};

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';

/** A page of the site calls without a connection, and is itself counted. */
const isCallOfPage = ({ raw }: FastifyRequest): boolean => !(raw.socket instanceof Socket);

const tooManyConnections = (perClient: number): ApiError =>
  new ApiError(
    'rate_limited',
    `There are ${perClient} connections from your address. Close some, or use them for more requests.`,
    { headers: { 'retry-after': '5' } },
  );

const refusalOf = (request: FastifyRequest, refuse: RefuseUnrouted): Error | undefined => {
  if (request.raw.httpVersion === '1.1' && request.headers.host === undefined) {
    return new ApiError('invalid_request', 'The request has no Host header. Send one.');
  }
  if (!request.is404) return undefined;
  const isOfPerson = readingMethods.has(request.method) && wantsPage(request.headers);
  const refusal = refuse(request.url, isOfPerson);
  // The site tells people that there is no page.
  return refusal instanceof ApiError && refusal.code === 'not_found' && isOfPerson ? undefined : refusal;
};

/** With such a prefix, an address could be read with it and without it. */
const refusalOfPrefix = (prefix: string, parts: ReadonlySet<string>): ConfigError | undefined => {
  const [, first = ''] = prefix.split('/');
  return prefix === '' || !parts.has(first)
    ? undefined
    : new ConfigError(
        `PUBLIC_URL has the path ${prefix}, but /${first} is served here; choose another path.`,
      );
};
