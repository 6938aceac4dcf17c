import { type Endpoint, type EndpointName, type Wire, endpoints } from '@patchbay/contract';
import { errorCodes } from 'fastify';
import { ApiError } from '../errors.ts';

/** Longer than any that is served: its parameters are bounded. */
const pathCharsMax = 4_000;

/** The refusal of a URL at which the router finds nothing with the method of the request. */
export type RefuseUnrouted = (url: string) => Error;

/** Tells a URL that does not exist from one that supports other methods. */
export const refuseUnrouted = (wires: Readonly<Record<EndpointName, Wire>>): RefuseUnrouted => {
  const served = (Object.entries(endpoints) as [EndpointName, Endpoint][]).map(([name, { method }]) => ({
    methods: method === 'GET' ? ['GET', 'HEAD'] : [method],
    pattern: new RegExp(`^${wires[name].path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`),
  }));
  return (url) => {
    const path = pathOf(url);
    if (path === undefined) return new errorCodes.FST_ERR_BAD_URL(url);
    const matching = path.length > pathCharsMax ? [] : served.filter(({ pattern }) => pattern.test(path));
    const methods = matching.flatMap(({ methods }) => methods);
    if (methods.length === 0) {
      return new ApiError('not_found', 'There is nothing at this URL. GET /docs lists all endpoints.');
    }
    const allow = [...new Set([...methods, 'OPTIONS'])].join(', ');
    return new ApiError('method_not_allowed', `This URL does not support the method. Use one of ${allow}.`, {
      headers: { allow },
    });
  };
};

/** As the router reads it; undefined if it cannot be decoded. */
const pathOf = (url: string): string | undefined => {
  try {
    return decodeURI(url.replace(/[?#].*/s, ''));
  } catch {
    return undefined;
  }
};
