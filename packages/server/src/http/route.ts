import type { Endpoint, EndpointName, Wire } from '@patchbay/contract';
import type { Operation } from '../operations/operation.ts';

/** One endpoint as the routes serve it. */
export interface Route {
  name: EndpointName;
  endpoint: Endpoint;
  wire: Wire;
  operate: Operation<Endpoint>;
}
