import type { TSchema } from 'typebox';
import { type Auth, type Endpoint, recentSignInErrors } from './endpoint.ts';
import { type ErrorCode, ErrorReply, errorCodes, errors } from './errors.ts';
import { content } from './openapi-schemas.ts';
import { type ResponseHeader, commonHeaders, headerOf, rateHeaders } from './response-headers.ts';
import { takesIdempotencyKey } from './takes-idempotency-key.ts';
import { rateCostsOf } from './rate-costs-of.ts';

/** Errors of any URL: the request is refused because of its headers, or the server fails. */
const statusesOfAll: ReadonlySet<number> = new Set([405, 408, 414, 431, 500, 503]);
const errorsOfAll: readonly ErrorCode[] = [
  'invalid_request',
  ...errorCodes.filter((code) => statusesOfAll.has(errors[code].status)),
];

/** The errors that any endpoint can return, depending on its authentication and its input. */
const commonErrors = (auth: Auth, endpoint: Endpoint): ErrorCode[] => [
  ...errorsOfAll,
  ...(isCounted(endpoint) ? (['rate_limited'] as const) : []),
  ...(auth === 'bearer' || auth === 'bearer-if-sent' ? (['unauthenticated'] as const) : []),
  ...(endpoint.recentSignIn === true
    ? recentSignInErrors.filter((code) => endpoint.addsFactor !== true || code !== 'second_factor_required')
    : []),
  ...(auth !== 'public' && auth !== 'signature' && endpoint.method !== 'GET'
    ? (['quota_exceeded'] as const)
    : []),
  ...(takesIdempotencyKey(endpoint) ? (['idempotency_key_reused', 'request_in_progress'] as const) : []),
  ...(endpoint.path.includes('{') ? (['not_found'] as const) : []),
  // A body that the endpoint does not expect is still read and validated.
  ...(endpoint.method === 'GET' ? [] : (['unsupported_media_type'] as const)),
  ...(endpoint.method === 'GET' || typeof endpoint.body === 'string' ? [] : (['body_too_large'] as const)),
];

const isCounted = (endpoint: Endpoint): boolean => Object.keys(rateCostsOf(endpoint)).length > 0;

const headers = (names: readonly ResponseHeader[]) =>
  Object.fromEntries([...new Set([...commonHeaders, ...names])].map((name) => [name, referenceTo(name)]));

const referenceTo = (name: ResponseHeader) => ({ $ref: `#/components/headers/${name}` });

const errorResponses = (auth: Auth, endpoint: Endpoint) => {
  const codes = new Set([...commonErrors(auth, endpoint), ...endpoint.errors]);
  const byStatus = Map.groupBy(codes, (code) => errors[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\`: ${errors[code].means}`).join('\n\n'),
        headers: { ...headers([]), ...headersOfErrors(group) },
        content: content(ErrorReply),
      },
    ]),
  );
};

/** What only some of the errors with one status send is not required of its response. */
const headersOfErrors = (group: readonly ErrorCode[]) =>
  Object.fromEntries(
    [...new Set(group.flatMap(headersOf))].map((name) => {
      const codes = group.filter((code) => headersOf(code).includes(name));
      if (codes.length === group.length) return [name, referenceTo(name)];
      const { description, ...header } = headerOf(name, false);
      const named = codes.map((code) => `\`${code}\``).join(' and ');
      return [name, { description: `With ${named}: ${description}`, ...header }];
    }),
  );

const headersOf = (code: ErrorCode): readonly ResponseHeader[] => {
  const row = errors[code];
  return 'headers' in row ? row.headers : [];
};

/** Every JSON that is read has an ETag. */
const unchanged: Endpoint['otherReplies'] = {
  304: { description: 'If-None-Match names the ETag of the response', headers: ['ETag', 'Cache-Control'] },
};

interface Documented {
  description: string;
  body?: TSchema | string;
  headers?: readonly ResponseHeader[];
}

const successResponses = (endpoint: Endpoint) => {
  const { method, reply, otherReplies } = endpoint;
  const isReadJson = method === 'GET' && typeof reply.body === 'object';
  const etag: readonly ResponseHeader[] = isReadJson ? ['ETag'] : [];
  const all: Readonly<Record<number, Documented>> = {
    [reply.status]: {
      ...reply,
      headers: [
        'Cache-Control',
        ...(isCounted(endpoint) ? rateHeaders : []),
        ...(takesIdempotencyKey(endpoint) ? (['Idempotent-Replayed'] as const) : []),
        ...etag,
        ...(isBareList(endpoint) ? pageHeaders : []),
        ...(reply.headers ?? []),
      ],
    },
    ...(isReadJson ? unchanged : {}),
    ...otherReplies,
  };
  return Object.fromEntries(
    Object.entries(all).map(([status, { description, body, headers: names = [] }]) => [
      status,
      {
        description,
        headers: headers(names),
        ...(body === undefined ? {} : { content: content(body) }),
      },
    ]),
  );
};

/** For a list whose response is a bare array. */
const pageHeaders: readonly ResponseHeader[] = ['X-Total-Count', 'Link'];

const isBareList = ({ query, reply: { body } }: Endpoint): boolean =>
  query?.properties['page'] !== undefined && typeof body === 'object' && 'items' in body;

/** All responses of an operation: of an endpoint, and of its dry run if it has one. */
export const responsesOf = (auth: Auth, endpoint: Endpoint, dryRun?: Endpoint) => ({
  ...successResponses(endpoint),
  ...(dryRun === undefined ? {} : successResponses(dryRun)),
  ...errorResponses(auth, { ...endpoint, errors: [...endpoint.errors, ...(dryRun?.errors ?? [])] }),
});
