import { METHODS } from 'node:http';
import {
  type Endpoint,
  type EndpointName,
  type NodeVersion,
  type Wire,
  authOf,
  endpoints,
  limits,
  canonicalVersion,
} from '@patchbay/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
  BarePage,
  type Call,
  type Context,
  JsonParts,
  type Operation,
  type PackageReply,
} from '../context.ts';
import { ApiError, bodyTooLarge, packageTooLarge } from '../errors.ts';
import { operations } from '../operations/index.ts';
import { actorName } from '../policy/rights.ts';
import { authenticate, bearerOf } from './authenticate.ts';
import { type ClientAddress, clientAddress } from './client-address.ts';
import { countInstall, keepingOf } from './response-cache/keeping-of.ts';
import { pageHeaders } from './page-headers.ts';
import type { AnswerRoom } from './answer-room.ts';
import { largestAnswer } from './largest-answer.ts';
import { refusalOfBody } from './refuse-body.ts';
import { documentation } from './security-headers.ts';
import { sendPackage } from './send-package.ts';
import { sendParts } from './send-parts.ts';
import { type Keeping, type Prepared, sendKept } from './response-cache/send-kept.ts';
import { noteUnknownParameters } from './note-unknown-parameters.ts';
import { dropUnsetValues } from './unset-values.ts';
import { watchArrival } from './watch-arrival.ts';

interface Route {
  name: EndpointName;
  endpoint: Endpoint;
  wire: Wire;
  addressOf: ClientAddress;
}

/** Serves every endpoint of the contract with its operation, and refuses every other method on its path. */
export const registerRoutes = (app: FastifyInstance, context: Context, room: AnswerRoom): void => {
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true });
  }
  const addressOf = clientAddress(context.config.TRUST_PROXY);
  const all = (Object.entries(endpoints) as [EndpointName, Endpoint][]).map(([name, endpoint]) => ({
    name,
    endpoint,
    wire: context.wires[name],
    addressOf,
  }));
  for (const route of all) {
    if (route.endpoint.body === 'application/zip') {
      app.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser(context.profile.compat.packageMediaTypes, (request, payload, done) => {
          watchArrival(request.raw, context.config.REQUEST_TIMEOUT * 1000);
          done(null, payload);
        });
        registerEndpoint(scope, context, room, route);
      });
    } else {
      registerEndpoint(app, context, room, route);
    }
  }
  for (const path of new Set(all.map(({ wire }) => wire.path))) {
    const group = all.filter(({ wire }) => covers(wire.path, path));
    refuseOtherMethods(app, routePath(path), [...new Set(group.map(({ endpoint }) => endpoint.method))]);
  }
};

/** Whether a URL of `path` also matches `pattern`: a node may be called "v2", like the path of the list. */
const covers = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);

const registerEndpoint = (
  app: FastifyInstance,
  context: Context,
  room: AnswerRoom,
  { name, endpoint, wire, addressOf }: Route,
): void => {
  const { compat } = context.profile;
  // Each operation matches its own endpoint, as the type of the table proves. Here they are treated alike.
  const operate = operations[name] as unknown as Operation<Endpoint>;
  const auth =
    name === 'updateAppNode' && context.config.APP_NODE_UPDATES === 'open'
      ? 'optional'
      : authOf(name, endpoint, compat);
  const isPackage = endpoint.body === 'application/zip';
  const bytesMax = isPackage
    ? context.config.PACKAGE_BYTES_MAX
    : (endpoint.bodyBytesMax ?? limits.bodyBytesMax);
  const tooLarge = isPackage ? packageTooLarge : bodyTooLarge;
  app.route({
    method: endpoint.method,
    url: routePath(wire.path),
    schema: {
      ...(wire.query === undefined ? {} : { querystring: wire.query }),
      ...(wire.body === undefined ? {} : { body: wire.body }),
      ...(wire.reply === undefined ? {} : { response: { [endpoint.reply.status]: wire.reply } }),
    },
    config: { endpoint: name },
    bodyLimit: bytesMax,
    onRequest: [
      noteUnknownParameters(new Set(Object.keys(parametersOf(wire))), (count) =>
        context.metrics.countUnknownParameters(name, count),
      ),
      authenticate(context, auth),
      (request, _reply, done) => done(refusalOfBody(request, bytesMax, tooLarge)),
    ],
    ...(name === 'publishVersion' ? { preValidation: dropUnsetValues(compat) } : {}),
    handler: async (request, reply) => {
      const bytesMax = largestAnswer(endpoint, wire, request);
      if (bytesMax === 0) return (await answer(request, reply)).send();
      const place = await room.enter(reply.raw, bytesMax);
      let bytes = 0;
      try {
        const prepared = await answer(request, reply);
        ({ bytes } = prepared);
        return prepared.send();
      } finally {
        place.settle(bytes);
      }
    },
  });

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<Prepared> {
    const keeping = keepingOf(context, name, endpoint, request);
    // A cached response must not be older than the last invalidation, as one from a replica could be.
    const tools = keeping === undefined && isReadByAnyone(endpoint, request) ? withReplica(context) : context;
    const found: unknown = await operate(tools, callOf(request, wire, context));
    if (keeping !== undefined && endpoint.counts === 'download') {
      keeping.onSend = countInstall(context, addressOf, found as NodeVersion);
    }
    if (!(found instanceof BarePage)) {
      return prepare(endpoint, request, reply, spelled(wire, found), keeping);
    }
    reply.headers(pageHeaders(context.publicUrl() + request.url, found));
    return prepare(endpoint, request, reply, spelled(wire, found.items), keeping);
  }
};

const parametersOf = ({ query }: Wire): object => {
  const { properties = {} }: { properties?: object } = query ?? {};
  return properties;
};

const callOf = (
  request: FastifyRequest,
  { readParams, readBody, readQuery }: Wire,
  { profile }: Context,
): Call<Endpoint> => {
  const { actor, body, query, ip, id } = request;
  const sent = request.params as Record<string, string>;
  const params = readParams === undefined ? { ...sent } : (readParams(sent) as Record<string, string>);
  if (Object.values(params).some((value) => value.includes('\0'))) {
    throw new ApiError(
      'not_found',
      'There is nothing at this URL: an id cannot contain a NUL character. Check the id.',
    );
  }
  for (const name of ['version', 'versionId']) {
    if (params[name] !== undefined) params[name] = canonicalVersion(params[name], profile.compat);
  }
  return {
    actor,
    claimed: actor,
    cause: { actor: actorName(actor), requestId: id },
    bearer: bearerOf(request),
    ip,
    params,
    query: readQuery === undefined ? query : readQuery(query),
    body: readBody === undefined ? body : readBody(body),
  } as Call<Endpoint>;
};

/** Parts that were assembled as bytes are already renamed. */
const spelled = ({ writeReply }: Wire, answer: unknown): unknown =>
  writeReply === undefined || answer instanceof JsonParts ? answer : writeReply(answer);

/** Sets the headers of a response and prepares its body, which exists as long as its client reads. */
const prepare = (
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
  keeping: Keeping | undefined,
): Prepared | Promise<Prepared> => {
  const small = (send: () => unknown): Prepared => ({ bytes: 0, send });
  reply.code(endpoint.reply.status).header('cache-control', cacheControl(endpoint, request));
  switch (endpoint.reply.body) {
    case undefined:
      return small(() => reply.send());
    case 'application/zip':
      return small(() => sendPackage(request, reply, answer as PackageReply));
    case 'text/html':
      return small(() => reply.headers(documentation).type('text/html; charset=utf-8').send(answer));
    case 'text/plain':
      return small(() =>
        reply
          .header('cache-control', 'no-store')
          .type('text/plain; version=0.0.4; charset=utf-8')
          .send(answer),
      );
    default:
      if (answer instanceof JsonParts) return sendParts(reply, answer);
      return endpoint.method === 'GET'
        ? sendKept(request, reply, answer, keeping)
        : small(() => reply.send(answer));
  }
};

/** Whether it only reads and gives every caller the same response. */
const isReadByAnyone = (endpoint: Endpoint, { actor }: FastifyRequest): boolean =>
  (endpoint.method === 'GET' || endpoint === endpoints.bulkGetVersions) &&
  (endpoint.auth === 'public' || endpoint.auth === 'optional') &&
  actor.kind === 'anonymous';

/** For readers that cannot notice a stale response, because they have not written. */
const withReplica = (context: Context): Context => {
  const { store } = context;
  return store.readPublic === store.read
    ? context
    : { ...context, store: { ...store, read: store.readPublic } };
};

/** Public responses may be stored by caches that revalidate each time; all others must not be stored. */
const cacheControl = (endpoint: Endpoint, request: FastifyRequest): string =>
  endpoint.method === 'GET' && isReadByAnyone(endpoint, request) ? 'public, no-cache' : 'no-store';

/** Refuses all other methods on a path. */
const refuseOtherMethods = (app: FastifyInstance, url: string, allowed: readonly string[]): void => {
  const taken = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
  const allow = taken.join(', ');
  app.route({
    method: METHODS.filter((method) => method !== 'CONNECT' && !taken.includes(method)),
    url,
    onRequest: (_request, _reply, done) =>
      done(
        new ApiError('method_not_allowed', `This URL does not support the method. Use one of ${allow}.`, {
          headers: { allow },
        }),
      ),
    handler: () => undefined,
  });
};

/** `{name}` in the syntax of the router. */
const routePath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
