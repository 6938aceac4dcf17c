import type { Endpoint } from './endpoint.ts';
import { type RateCosts, writing } from './rates.ts';

/** What a request to the endpoint takes: what it declares, or else what its method costs. */
export const rateCostsOf = ({ rateCosts, method, query }: Endpoint): RateCosts => {
  if (rateCosts !== undefined) return rateCosts;
  if (method !== 'GET') return writing;
  return { reads: query?.properties['limit'] === undefined ? 1 : 'items' };
};
