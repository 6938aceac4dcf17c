import { type Endpoint, type EndpointName, type Wire, endpoints } from '@patchbay/contract';
import type { Context } from '../context.ts';
import type { LargeResponses, WaitingRequests } from '../limits/client-semaphores.ts';
import type { ClientAddress } from './client-address.ts';
import type { RateCounter } from './rates/rate-counter.ts';
import type { ResponseCache } from './response-cache/response-cache.ts';
import { operations } from '../operations/index.ts';
import type { Operation } from '../operations/operation.ts';

/** What the routes use besides the operations. */
export interface Edge {
  /** What the operations use. */
  context: Context;
  responseCache: ResponseCache;
  largeResponses: LargeResponses;
  waiting: WaitingRequests;
  /** The requests with an idempotency key that are being carried out. */
  keysInProgress: Set<string>;
  addressOf: ClientAddress;
  /** Undefined where no rate is limited. */
  rates: RateCounter | undefined;
  /** Every endpoint in the naming of the host. */
  wires: Readonly<Record<EndpointName, Wire>>;
}

/** One endpoint as the routes serve it. */
export interface Route {
  name: EndpointName;
  endpoint: Endpoint;
  wire: Wire;
  operate: Operation<Endpoint>;
}

export const routeOf = ({ wires }: Edge, name: EndpointName): Route => ({
  name,
  endpoint: endpoints[name],
  wire: wires[name],
  operate: operations[name],
});
