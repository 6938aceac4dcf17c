import type { IncomingMessage } from 'node:http';
import { limits } from '@patchbay/contract';
import { ApiError } from '../errors.ts';

/**
 * The address of a request without the prefix under which clients reach the server, whether a proxy took it away or
 * not.
 */
export const withoutPrefix = (prefix: string): ((url: string) => string) => {
  if (prefix === '') return (url) => url;
  return (url) => {
    if (!url.startsWith(prefix)) return url;
    const rest = url.slice(prefix.length);
    if (rest.startsWith('/')) return rest;
    return rest === '' || rest.startsWith('?') ? `/${rest}` : url;
  };
};

const authority = /^https?:\/\/[^/?#]*\/?/i;

/** The target of a request as most clients send it. Some send the whole URL, as to a proxy (RFC 9112, section 3.2.2). */
export const originForm = (target: string): string => target.replace(authority, '/');

const parameter = /[?&]dry_run=([^&#]*)/;

/** Tells the requests with `dry_run=true` from all others to the same URL, so that another endpoint serves them. */
export const dryRunConstraint = {
  name: 'dryRun',
  storage: <Handler>() => {
    const handlers = new Map<string, Handler>();
    return {
      get: (value: string) => handlers.get(value) ?? null,
      set: (value: string, handler: Handler) => void handlers.set(value, handler),
    };
  },
  // Nothing is decoded, because this runs before anything bounds the request. The publish refuses other spellings.
  deriveConstraint: ({ url = '' }: IncomingMessage): string => parameter.exec(url)?.[1] ?? '',
};

const { queryParametersMax: max } = limits;

/** The refusal of a URL with too many parameters. Its router parses them before anything else bounds the request. */
export const refusalOfQuery = (url: string): ApiError | undefined => {
  const isFew = url.length <= max || url.split('&', max + 1).length <= max;
  if (isFew) return undefined;
  return new ApiError('uri_too_long', `The URL has more than ${max} parameters. Split the request.`);
};

/** What a host and a port cannot have. Some software joins several Host headers with a comma. */
const notOneHost = /[\s,/?#@\\]/;

/** The refusal of a request with several hosts, of which a proxy and this server might believe different ones. */
export const refusalOfHosts = ({ rawHeaders }: IncomingMessage): ApiError | undefined => {
  let host: string | undefined;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined)
      return new ApiError('invalid_request', 'The request has more than one Host header. Send one.');
    host = rawHeaders[index + 1] ?? '';
  }
  return host !== undefined && notOneHost.test(host)
    ? new ApiError('invalid_request', 'The Host header must be one host, with or without a port.')
    : undefined;
};
