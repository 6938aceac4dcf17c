import type { Endpoint } from './endpoint.ts';
import { type Tolls, writing } from './rates.ts';

/** What a request to the endpoint takes: what it declares, or else what its method costs. */
export const tollsOf = ({ tolls, method, query }: Endpoint): Tolls => {
  if (tolls !== undefined) return tolls;
  if (method !== 'GET') return writing;
  return { reads: query?.properties['limit'] === undefined ? 1 : 'items' };
};
