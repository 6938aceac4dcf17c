import { type Endpoint, type EndpointName, endpoints } from '@patchbay/contract';
import type { FastifyInstance } from 'fastify';
import type { Operation } from '../operations/operation.ts';
import { operations } from '../operations/index.ts';
import type { Edge } from './edge.ts';
import { registerFormBody } from './form-body.ts';
import { registerEndpoint } from './register-endpoint.ts';
import type { Route } from './route.ts';
import { watchArrival } from './watch-arrival.ts';

/** Serves every endpoint of the contract with its operation. */
export const registerRoutes = (app: FastifyInstance, edge: Edge): void => {
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
};
