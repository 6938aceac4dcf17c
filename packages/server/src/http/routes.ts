import { callbackify, isDeepStrictEqual } from 'node:util';
import {
  type CompatFlags,
  type Endpoint,
  type Wire,
  authOf,
  limits,
  type EndpointName,
  endpoints,
} from '@patchbay/contract';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { demandRecentSignIn } from '../authorization/recent-sign-in.ts';
import type { Actor } from '../authorization/rights.ts';
import type { Context } from '../context.ts';
import { ApiError, bodyTooLarge, packageTooLarge, readOnly } from '../errors.ts';
import { heavyTurn } from '../limits/heavy-turn.ts';
import { answerRequest, answerWaiting } from './answer-request.ts';
import { authenticate } from './authenticate.ts';
import { type Edge, type Route, routeOf } from './edge.ts';
import { formBytesMax, formMediaType, registerFormBody } from './form-body.ts';
import { largestAnswer } from './largest-answer.ts';
import { noteUnknownParameters } from './note-unknown-parameters.ts';
import { limitRates } from './rates/limit-rates.ts';
import { refusalOfBody, refuseAnonymousPage, refuseForeignPage } from './refusals.ts';
import { readingMethods } from './request-log.ts';
import { watchArrival } from './read-body.ts';

/**
 * Removes unset keys from one object of a body before validation. Publish tools send every key each time; an unset
 * one would overwrite an edit or be refused.
 */
const dropUnsetValues =
  (name: string, { unsetValues }: CompatFlags) =>
  async ({ body }: FastifyRequest): Promise<void> => {
    const object = isObject(body) ? body[name] : undefined;
    // An object of more keys is refused next.
    if (!isObject(object) || Object.keys(object).length > limits.objectKeysMax) return;
    for (const [key, value] of Object.entries(object)) {
      if (unsetValues.some((unset) => isDeepStrictEqual(unset, value))) delete object[key];
    }
  };

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** A path of the contract as the router writes it: `:name` for `{name}`. */
const routePath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1');

/** Serves one endpoint of the contract, as all that it declares has it. */
const registerEndpoint = (app: FastifyInstance, edge: Edge, route: Route): void => {
  const { name, endpoint, wire } = route;
  const { context, largeResponses } = edge;
  const rates = limitRates(edge, route);
  const { compat } = context.profile;
  const { openedBy, dropsUnsetValuesOf } = endpoint;
  const isOpened = openedBy !== undefined && context.config[openedBy] === 'open';
  const auth = isOpened ? 'optional' : authOf(endpoint, compat);
  const { PACKAGE_BYTES_MAX } = context.config;
  const isPackage = endpoint.body === 'application/zip';
  const bytesMax = isPackage ? PACKAGE_BYTES_MAX : (endpoint.bodyBytesMax ?? limits.bodyBytesMax);
  const tooLarge = isPackage ? packageTooLarge : bodyTooLarge;
  const refuse = (request: FastifyRequest): ApiError | undefined =>
    endpoint.takesPackage === true && isForm(request)
      ? refusalOfBody(request, formBytesMax(bytesMax, PACKAGE_BYTES_MAX), () =>
          packageTooLarge(PACKAGE_BYTES_MAX),
        )
      : refusalOfBody(request, bytesMax, tooLarge);
  app.route({
    method: endpoint.method,
    url: routePath(wire.path),
    schema: {
      ...(wire.query === undefined ? {} : { querystring: wire.query }),
      ...(wire.body === undefined ? {} : { body: wire.body }),
      ...(wire.reply === undefined ? {} : { response: { [endpoint.reply.status]: wire.reply } }),
    },
    config: {
      endpoint: name,
      bodyKeysMax: endpoint.bodyKeysMax ?? limits.bodyKeysMax,
      isRawJson: endpoint.isRawJson ?? false,
      countBody: rates.ofBody,
      isRead: readingMethods.has(endpoint.method) || endpoint.rateCosts?.reads !== undefined,
      takesForms: endpoint.takesForms ?? false,
      isPage: endpoint.reply.body === 'text/html',
    },
    ...(endpoint.isDryRun === true ? { constraints: { dryRun: 'true' } } : {}),
    bodyLimit: bytesMax,
    onRequest: [
      noteUnknownParameters(new Set(Object.keys(parametersOf(wire))), (count) =>
        context.metrics.countUnknownParameters(name, count),
      ),
      ...(endpoint.isFromOwnPage === true ? [refuseForeignPage(context)] : []),
      ...rates.beforeAuthentication,
      ...(endpoint.isLocalSignIn === true && context.config.SIGN_IN === 'oidc' ? [refuseLocalSignIn] : []),
      ...(isMirror(context) && changesRegistry(endpoint) ? [refuseWrite(context)] : []),
      authenticate(context, auth),
      ...(endpoint.recentSignIn === true ? [requireRecentSignIn(context, endpoint)] : []),
      ...(isOpened ? [refuseAnonymousPage] : []),
      ...rates.beforeBody,
      (request, _reply, done) => done(refuse(request)),
    ],
    ...(dropsUnsetValuesOf === undefined
      ? {}
      : { preValidation: dropUnsetValues(dropsUnsetValuesOf, compat) }),
    preHandler: rates.afterBody,
    handler: async (request, reply) => {
      if (endpoint.waits === true) return answerWaiting(edge, route, request, reply);
      const bytesMax = largestAnswer(endpoint, wire, request);
      if (bytesMax === 0) return (await answerRequest(edge, route, request, reply)).send();
      const release = await largeResponses.enter(request.client, reply.raw, bytesMax);
      let bytes = 0;
      try {
        await heavyTurn();
        const prepared = await answerRequest(edge, route, request, reply);
        ({ bytes } = prepared);
        return prepared.send();
      } finally {
        release(bytes);
      }
    },
  });
};

const isMirror = ({ replication }: Context): boolean => replication?.kind === 'mirror';

/** Accounts are those of this server itself, and a POST of anyone that may be repeated only reads. */
const changesRegistry = ({ method, auth, tag, isRepeatable = false }: Endpoint): boolean =>
  method !== 'GET' && tag !== 'accounts' && !(auth === 'public' && isRepeatable);

const refuseWrite =
  ({ replication }: Context): onRequestHookHandler =>
  (_request, _reply, done) =>
    done(readOnly(replication?.origin ?? replication?.name ?? ''));

const refuseLocalSignIn: onRequestHookHandler = (_request, _reply, done) =>
  done(
    new ApiError('sign_in_method_off', 'Only its external provider signs in to this registry.', {
      advice: 'GET /auth/methods names it.',
    }),
  );

/** Refuses a session whose person proved too long ago who they are. Runs after the caller is identified. */
const requireRecentSignIn = (context: Context, endpoint: Endpoint): onRequestHookHandler => {
  const demand = callbackify((actor: Actor) => demandRecentSignIn(context, actor, endpoint));
  // Tokens, which most calls come with, need no answer from elsewhere.
  return ({ actor }, _reply, done) => {
    if (actor.kind === 'user') demand(actor, (error) => done(error ?? undefined));
    else done();
  };
};

const isForm = ({ headers }: FastifyRequest): boolean =>
  headers['content-type']?.toLowerCase().startsWith(formMediaType) === true;

const parametersOf = ({ query }: Wire): object => {
  const { properties = {} }: { properties?: object } = query ?? {};
  return properties;
};

/** Serves every endpoint of the contract with its operation. */
export const registerRoutes = (app: FastifyInstance, edge: Edge): void => {
  const { config, profile } = edge.context;
  const routes = (Object.keys(endpoints) as EndpointName[]).map((name) => routeOf(edge, name));
  for (const route of routes) {
    if (route.endpoint.body === 'application/zip') {
      app.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser(profile.compat.packageMediaTypes, (request, payload, done) => {
          watchArrival(request.raw, config.REQUEST_TIMEOUT * 1000);
          done(null, payload);
        });
        registerEndpoint(scope, edge, route);
      });
    } else if (route.endpoint.takesPackage === true) {
      app.register(async (scope) => {
        const bounds = {
          arrivalMs: config.REQUEST_TIMEOUT * 1000,
          packageBytesMax: config.PACKAGE_BYTES_MAX,
        };
        registerFormBody(scope, bounds);
        registerEndpoint(scope, edge, route);
      });
    } else {
      registerEndpoint(app, edge, route);
    }
  }
};
