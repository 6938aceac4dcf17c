import {
  type Endpoint,
  type EndpointName,
  type Speller,
  type Wire,
  authOf,
  endpoints,
  wireOf,
} from '@patchbay/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Call, Context, Operation, PackageReply } from '../context.ts';
import { ApiError } from '../errors.ts';
import { operations } from '../operations/index.ts';
import { actorName } from '../policy/rights.ts';
import { canonicalVersion } from '../policy/canonical-version.ts';
import { authenticate, bearerOf } from './authenticate.ts';
import { sendPackage } from './send-package.ts';
import { dropUnsetValues } from './unset-values.ts';

interface Route {
  name: EndpointName;
  endpoint: Endpoint;
  wire: Wire;
}

/** Serves every endpoint of the contract by its operation, and refuses every other method at its path. */
export const registerRoutes = (
  app: FastifyInstance,
  context: Context,
  speller: Speller | undefined,
): void => {
  const all = (Object.entries(endpoints) as [EndpointName, Endpoint][]).map(([name, endpoint]) => ({
    name,
    endpoint,
    wire: wireOf(endpoint, speller),
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
      const answer: unknown = await operate(context, callOf(request, wire, context));
      return send(endpoint, request, reply, wire.writeReply === undefined ? answer : wire.writeReply(answer));
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

const send = (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply, answer: unknown): unknown => {
  reply.code(endpoint.reply.status).header('cache-control', cacheControl(endpoint, request));
  switch (endpoint.reply.body) {
    case undefined:
      return reply.send();
    case 'application/zip':
      return sendPackage(request, reply, answer as PackageReply);
    case 'text/html':
      return reply.type('text/html; charset=utf-8').send(answer);
    default:
      return reply.send(answer);
  }
};

/** Public answers may be kept by anyone who asks again each time; all others by nobody. */
const cacheControl = ({ method, auth }: Endpoint, { actor }: FastifyRequest): string =>
  method === 'GET' && (auth === 'public' || auth === 'optional') && actor.kind === 'anonymous'
    ? 'public, no-cache'
    : 'no-store';

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
