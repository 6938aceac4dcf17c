import { METHODS } from 'node:http';
import { type Endpoint, type EndpointName, endpoints } from '@patchbay/contract';
import type { FastifyInstance } from 'fastify';
import type { Operation } from '../operations/operation.ts';
import { ApiError } from '../errors.ts';
import { operations } from '../operations/index.ts';
import type { Edge } from './edge.ts';
import { registerFormBody } from './form-body.ts';
import { registerEndpoint } from './register-endpoint.ts';
import type { Route } from './route.ts';
import { routePath } from './route-path.ts';
import { watchArrival } from './watch-arrival.ts';

/** Serves every endpoint of the contract with its operation, and refuses every other method on its path. */
export const registerRoutes = (app: FastifyInstance, edge: Edge): void => {
  for (const method of METHODS) {
    if (!app.supportedMethods.includes(method)) app.addHttpMethod(method, { hasBody: true });
  }
  const { config, profile } = edge.context;
  const routes = (Object.entries(endpoints) as [EndpointName, Endpoint][]).map(([name, endpoint]): Route => ({
    name,
    endpoint,
    wire: edge.wires[name],
    // Each operation matches its own endpoint, as the type of the table proves. Here they are treated alike.
    operate: operations[name] as unknown as Operation<Endpoint>,
  }));
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
  for (const path of new Set(routes.map(({ wire }) => wire.path))) {
    const group = routes.filter(({ wire }) => covers(wire.path, path));
    refuseOtherMethods(app, routePath(path), [...new Set(group.map(({ endpoint }) => endpoint.method))]);
  }
};

/** Whether a URL of `path` also matches `pattern`: a node may be called "v2", like the path of the list. */
const covers = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path);

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
