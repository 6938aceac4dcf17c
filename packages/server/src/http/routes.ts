import { type Endpoint, type EndpointName, type Wire, authOf, endpoints } from '@patchbay/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Call, type Context, JsonBytes, type Operation, type PackageReply } from '../context.ts';
import { ApiError } from '../errors.ts';
import { operations } from '../operations/index.ts';
import { actorName } from '../policy/rights.ts';
import { canonicalVersion } from '../policy/canonical-version.ts';
import { authenticate, bearerOf } from './authenticate.ts';
import { nodeKey } from '../store/nodes.ts';
import { sendPackage } from './send-package.ts';
import { type Keeping, sendRendered } from './send-rendered.ts';
import { dropUnsetValues } from './unset-values.ts';

interface Route {
  name: EndpointName;
  endpoint: Endpoint;
  wire: Wire;
}

/** Serves every endpoint of the contract by its operation, and refuses every other method at its path. */
export const registerRoutes = (app: FastifyInstance, context: Context): void => {
  const all = (Object.entries(endpoints) as [EndpointName, Endpoint][]).map(([name, endpoint]) => ({
    name,
    endpoint,
    wire: context.wires[name],
  }));
  for (const route of all) {
    if (route.endpoint.body === 'application/zip') {
      app.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser(context.profile.habits.packageMediaTypes, (_request, payload, done) =>
          done(null, payload),
        );
        registerEndpoint(scope, context, route);
      });
    } else {
      registerEndpoint(app, context, route);
    }
  }
  for (const path of new Set(all.map(({ wire }) => wire.path))) {
    const group = all.filter(({ wire }) => covers(wire.path, path));
    refuseOtherMethods(app, routePath(path), [...new Set(group.map(({ endpoint }) => endpoint.method))]);
  }
};

/** Whether an address of `path` is also one of `pattern`: a node may be called "v2" like the path of the list. */
const covers = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);

const registerEndpoint = (app: FastifyInstance, context: Context, { name, endpoint, wire }: Route): void => {
  const { habits } = context.profile;
  // Each operation fits its own endpoint, which the table of operations proves; here they are all alike.
  const operate = operations[name] as unknown as Operation<Endpoint>;
  const auth =
    name === 'updateAppNode' && context.config.APP_NODE_UPDATES === 'open'
      ? 'optional'
      : authOf(name, endpoint, habits);
  app.route({
    method: endpoint.method,
    url: routePath(wire.path),
    schema: {
      ...(wire.query === undefined ? {} : { querystring: wire.query }),
      ...(wire.body === undefined ? {} : { body: wire.body }),
      ...(wire.reply === undefined ? {} : { response: { [endpoint.reply.status]: wire.reply } }),
    },
    onRequest: authenticate(context, auth),
    ...(name === 'publishVersion' ? { preValidation: dropUnsetValues(habits) } : {}),
    handler: async (request, reply) => {
      const keeping = keepingOf(context, endpoint, request);
      // What is kept must not be older than what was dropped, which a replica may be.
      const tools =
        keeping === undefined && isReadByAnyone(endpoint, request) ? withReplica(context) : context;
      const answer: unknown = await operate(tools, callOf(request, wire, context));
      return send(endpoint, request, reply, spelled(wire, answer), keeping);
    },
  });
};

const callOf = (
  request: FastifyRequest,
  { readBody, readQuery }: Wire,
  { profile }: Context,
): Call<Endpoint> => {
  const { actor, body, query, ip, id } = request;
  const params = { ...(request.params as Record<string, string>) };
  if (Object.values(params).some((value) => value.includes('\0'))) {
    throw new ApiError('not_found', 'There is nothing at this address; no id holds a NUL character.');
  }
  for (const name of ['version', 'versionId']) {
    if (params[name] !== undefined) params[name] = canonicalVersion(params[name], profile.habits);
  }
  return {
    actor,
    cause: { actor: actorName(actor), requestId: id },
    bearer: bearerOf(request),
    ip,
    params,
    query: readQuery === undefined ? query : readQuery(query),
    body: readBody === undefined ? body : readBody(body),
  } as Call<Endpoint>;
};

/** What was put together already is spelled by whoever made it. */
const spelled = ({ writeReply }: Wire, answer: unknown): unknown =>
  writeReply === undefined || answer instanceof JsonBytes ? answer : writeReply(answer);

/** Begun before the operation reads, so that what changes meanwhile keeps the answer out. */
const keepingOf = (
  { rendered, downloads }: Context,
  { changesWith, showsDownloads = false, counts }: Endpoint,
  request: FastifyRequest,
): Keeping | undefined => {
  if (changesWith === undefined) return undefined;
  const { nodeId } = request.params as { nodeId?: string };
  const key = nodeId === undefined ? undefined : nodeKey(nodeId);
  return {
    cache: rendered,
    generation: rendered.generation,
    nodeKey: changesWith === 'node' ? key : undefined,
    showsDownloads,
    onSend: () => {
      if (counts === 'download' && key !== undefined) downloads.count(key);
    },
  };
};

const send = (
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
  keeping: Keeping | undefined,
): unknown => {
  reply.code(endpoint.reply.status).header('cache-control', cacheControl(endpoint, request));
  switch (endpoint.reply.body) {
    case undefined:
      return reply.send();
    case 'application/zip':
      return sendPackage(request, reply, answer as PackageReply);
    case 'text/html':
      return reply.type('text/html; charset=utf-8').send(answer);
    default:
      if (answer instanceof JsonBytes)
        return reply.type('application/json; charset=utf-8').send(answer.bytes);
      return endpoint.method === 'GET' ? sendRendered(request, reply, answer, keeping) : reply.send(answer);
  }
};

/** Whether it reads, and answers what it would answer anyone. */
const isReadByAnyone = (endpoint: Endpoint, { actor }: FastifyRequest): boolean =>
  (endpoint.method === 'GET' || endpoint === endpoints.bulkGetVersions) &&
  (endpoint.auth === 'public' || endpoint.auth === 'optional') &&
  actor.kind === 'anonymous';

/** For readers who cannot tell how old an answer may be, because they did not write. */
const withReplica = (context: Context): Context => {
  const { store } = context;
  return store.readPublic === store.read
    ? context
    : { ...context, store: { ...store, read: store.readPublic } };
};

/** Public answers may be kept by anyone who asks again each time; all others by nobody. */
const cacheControl = (endpoint: Endpoint, request: FastifyRequest): string =>
  endpoint.method === 'GET' && isReadByAnyone(endpoint, request) ? 'public, no-cache' : 'no-store';

/** The framework derives these itself: the one from GET, the other for CORS. */
const derivedMethods = ['HEAD', 'OPTIONS'];

const refuseOtherMethods = (app: FastifyInstance, url: string, allowed: readonly string[]): void => {
  const allow = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  app.route({
    method: app.supportedMethods.filter((method) => ![...allowed, ...derivedMethods].includes(method)),
    url,
    preParsing: () => {
      throw new ApiError('method_not_allowed', `This address takes ${allow}.`, { headers: { allow } });
    },
    handler: () => undefined,
  });
};

/** `{name}` as the router writes it. */
const routePath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');
