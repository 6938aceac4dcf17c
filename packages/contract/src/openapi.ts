import type { TSchema } from 'typebox';
import { type Auth, type Endpoint, areas, paramNames } from './endpoint.ts';
import { type EndpointName, endpoints } from './endpoints/index.ts';
import { type ErrorCode, ErrorReply, errorCodes, errors } from './errors.ts';
import { limits } from './limits.ts';
import { builtInProfiles } from './profiles/built-in-profiles.ts';
import { withAliases } from './profiles/endpoint-aliases.ts';
import type { CompatFlags, Profile } from './profiles/profile.ts';
import { makeNaming, renameAll } from './profiles/renaming.ts';
import { authOf } from './profiles/wire.ts';
import { AppNode } from './resources/app-node.ts';
import { CheckRule, QueuedVersion } from './resources/check-rule.ts';
import { Finding, Findings } from './resources/findings.ts';
import { BulkResultItem, NodeVersion, NodeVersionIdentifier } from './resources/node-version.ts';
import { Node } from './resources/node.ts';
import { PersonalAccessToken } from './resources/personal-access-token.ts';
import { Publisher, PublisherMember } from './resources/publisher.ts';
import { CandidateNode, ResolvedAppNode } from './resources/resolved-app-node.ts';
import {
  type ResponseHeader,
  commonHeaders,
  occasionalHeaders,
  rateHeaders,
  responseHeaders,
} from './response-headers.ts';
import { tollsOf } from './tolls-of.ts';

/** Schemas with a name in the document. Every occurrence becomes a reference. */
const named: Record<string, TSchema> = {
  Node,
  NodeVersion,
  Publisher,
  PublisherMember,
  AppNode,
  CandidateNode,
  ResolvedAppNode,
  Finding,
  Findings,
  CheckRule,
  QueuedVersion,
  NodeVersionIdentifier,
  BulkResultItem,
  PersonalAccessToken,
  ErrorReply,
};
const nameOf = new Map(Object.entries(named).map(([name, schema]) => [schema as unknown, name]));

/** A copy of a schema in which every named schema below the top level is a reference. */
const withReferences = (value: unknown, top = true): unknown => {
  const name = top ? undefined : nameOf.get(value);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  if (Array.isArray(value)) return value.map((item) => withReferences(item, false));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withReferences(item, false)]));
};

const content = (body: TSchema | string) =>
  typeof body === 'string'
    ? { [body]: { schema: body.startsWith('text/') ? { type: 'string' } : {} } }
    : { 'application/json': { schema: withReferences(body, false) } };

const formMediaType = 'application/x-www-form-urlencoded';

const requestContent = (
  body: TSchema | string,
  { takesForms = false }: Endpoint,
  { packageMediaTypes }: CompatFlags,
) =>
  typeof body === 'string'
    ? Object.assign({}, ...packageMediaTypes.map(content))
    : {
        ...content(body),
        ...(takesForms ? { [formMediaType]: { schema: withReferences(body, false) } } : {}),
      };

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
  ...(auth !== 'public' && auth !== 'signature' && endpoint.method !== 'GET'
    ? (['quota_exceeded'] as const)
    : []),
  ...(endpoint.path.includes('{') ? (['not_found'] as const) : []),
  // A body that the endpoint does not expect is still read and validated.
  ...(endpoint.method === 'GET' ? [] : (['unsupported_media_type'] as const)),
  ...(endpoint.method === 'GET' || typeof endpoint.body === 'string' ? [] : (['body_too_large'] as const)),
];

const isCounted = (endpoint: Endpoint): boolean => Object.keys(tollsOf(endpoint)).length > 0;

const headers = (names: readonly ResponseHeader[]) =>
  Object.fromEntries(
    [...new Set([...commonHeaders, ...names])].map((name) => [
      name,
      { $ref: `#/components/headers/${name}` },
    ]),
  );

const errorResponses = (auth: Auth, endpoint: Endpoint) => {
  const codes = new Set([...commonErrors(auth, endpoint), ...endpoint.errors]);
  const byStatus = Map.groupBy(codes, (code) => errors[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\`: ${errors[code].means}`).join('\n\n'),
        headers: headers(group.flatMap(headersOf)),
        content: content(ErrorReply),
      },
    ]),
  );
};

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

const parameters = ({ path, query }: Endpoint) => [
  ...paramNames(path).map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
  ...Object.entries(query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: query?.required?.includes(name) ?? false,
    schema,
  })),
];

const mayHaveBearer = [{}, { bearer: [] }];
const security: Readonly<Record<Auth, readonly object[]>> = {
  public: [],
  optional: mayHaveBearer,
  bearer: [{ bearer: [] }],
  'bearer-if-sent': mayHaveBearer,
  signature: [],
};

/** For a list whose response is a bare array. */
const pageHeaders: readonly ResponseHeader[] = ['X-Total-Count', 'Link'];

const isBareList = ({ query, reply: { body } }: Endpoint): boolean =>
  query?.properties['page'] !== undefined && typeof body === 'object' && 'items' in body;

const sizeOf = ({ body, bodyBytesMax = limits.bodyBytesMax }: Endpoint) =>
  typeof body === 'object' ? { description: `At most ${bodyBytesMax} bytes` } : {};

const describe = (operationId: EndpointName, endpoint: Endpoint, compat: CompatFlags) => ({
  operationId,
  tags: [endpoint.tag],
  summary: endpoint.summary,
  ...(endpoint.isRepeatable === true ? { 'x-repeatable': true } : {}),
  security: security[authOf(endpoint, compat)],
  parameters: parameters(endpoint),
  ...(endpoint.body === undefined
    ? {}
    : {
        requestBody: {
          required: true,
          ...sizeOf(endpoint),
          content: requestContent(endpoint.body, endpoint, compat),
        },
      }),
  responses: {
    ...successResponses(endpoint),
    ...errorResponses(authOf(endpoint, compat), endpoint),
  },
});

const paths = ({ aliases, compat }: Pick<Profile, 'aliases' | 'compat'>) => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = describe(
      name,
      withAliases(endpoint, aliases[name] ?? {}),
      compat,
    );
  }
  return paths;
};

const neutralDocument = (profile: Pick<Profile, 'aliases' | 'compat'>) => ({
  openapi: '3.1.0',
  info: {
    title: 'Patchbay',
    version: '1.0.0',
    description:
      'A registry of installable extension nodes. Keys without a value are omitted, never null; unknown keys of a body are ignored. HEAD responds like GET, without a body and without ranges.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/' }],
  tags: areas.map((name) => ({ name })),
  paths: paths(profile),
  components: {
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: 'A session token from signing in, or a personal access token',
      },
    },
    headers: Object.fromEntries(
      Object.entries(responseHeaders).map(([name, description]) => [
        name,
        { description, required: !occasionalHeaders.has(name), schema: { type: 'string' } },
      ]),
    ),
    schemas: Object.fromEntries(
      Object.entries(named).map(([name, schema]) => [name, withReferences(schema)]),
    ),
  },
});

export type OpenapiDocument = ReturnType<typeof neutralDocument>;

const described = new WeakMap<Profile, OpenapiDocument>();

/**
 * The whole interface as an OpenAPI 3.1 document, with the naming and the compatibility flags of a profile; made once
 * for each profile.
 */
export const openapiDocument = (profile: Profile = builtInProfiles.app): OpenapiDocument => {
  const document = described.get(profile) ?? describeProfile(profile);
  described.set(profile, document);
  return document;
};

const describeProfile = (profile: Profile): OpenapiDocument => {
  const document = neutralDocument(profile);
  const renaming = makeNaming(profile.naming);
  return renaming === undefined ? document : renameAll(document, renaming.toHost);
};
