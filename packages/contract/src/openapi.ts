import type { TSchema } from 'typebox';
import { type Auth, type Endpoint, paramNames } from './endpoint.ts';
import { type EndpointName, endpoints } from './endpoints/index.ts';
import { type ErrorCode, ErrorReply, errors } from './errors.ts';
import { builtInProfiles } from './profiles/built-in-profiles.ts';
import type { Habits, Profile } from './profiles/profile.ts';
import { makeSpeller, spellAll } from './profiles/speller.ts';
import { authOf } from './profiles/wire.ts';
import { AppNode } from './resources/app-node.ts';
import { Finding, Findings } from './resources/findings.ts';
import { BulkResultItem, NodeVersion, NodeVersionIdentifier } from './resources/node-version.ts';
import { Node } from './resources/node.ts';
import { PersonalAccessToken } from './resources/personal-access-token.ts';
import { Publisher, PublisherMember } from './resources/publisher.ts';

/** The schemas that the document names; wherever one of them occurs it becomes a reference. */
const named: Record<string, TSchema> = {
  Node,
  NodeVersion,
  Publisher,
  PublisherMember,
  AppNode,
  Finding,
  Findings,
  NodeVersionIdentifier,
  BulkResultItem,
  PersonalAccessToken,
  ErrorReply,
};
const nameOf = new Map(Object.entries(named).map(([name, schema]) => [schema as unknown, name]));

/** A copy of a schema in which every named schema below the top is a reference. */
const withReferences = (value: unknown, top = true): unknown => {
  const name = top ? undefined : nameOf.get(value);
  if (name !== undefined) return { $ref: `#/components/schemas/${name}` };
  if (Array.isArray(value)) return value.map((item) => withReferences(item, false));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withReferences(item, false)]));
};

const content = (body: TSchema | string) =>
  typeof body === 'string'
    ? { [body]: { schema: body === 'text/html' ? { type: 'string' } : {} } }
    : { 'application/json': { schema: withReferences(body, false) } };

const requestContent = (body: TSchema | string, { packageMediaTypes }: Habits) =>
  typeof body === 'string' ? Object.assign({}, ...packageMediaTypes.map(content)) : content(body);

/** The errors that any endpoint can answer, given how its caller is known and what it takes. */
const commonErrors = (auth: Auth, { query, body }: Endpoint): ErrorCode[] => [
  ...(query !== undefined || body !== undefined ? (['invalid_request'] as const) : []),
  ...(auth === 'bearer' || auth === 'bearer-if-sent' ? (['unauthenticated'] as const) : []),
  ...(typeof body === 'object' ? (['body_too_large', 'unsupported_media_type'] as const) : []),
  ...(typeof body === 'string' ? (['unsupported_media_type'] as const) : []),
  'internal',
  'unavailable',
];

const errorResponses = (auth: Auth, endpoint: Endpoint) => {
  const codes = new Set([...commonErrors(auth, endpoint), ...endpoint.errors]);
  const byStatus = Map.groupBy(codes, (code) => errors[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, group]) => [
      status,
      {
        description: group.map((code) => `\`${code}\`: ${errors[code].means}`).join('\n\n'),
        content: content(ErrorReply),
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

const describe = (operationId: EndpointName, endpoint: Endpoint, habits: Habits) => ({
  operationId,
  tags: [endpoint.tag],
  summary: endpoint.summary,
  security: security[authOf(operationId, endpoint, habits)],
  parameters: parameters(endpoint),
  ...(endpoint.body === undefined
    ? {}
    : { requestBody: { required: true, content: requestContent(endpoint.body, habits) } }),
  responses: {
    [endpoint.reply.status]: {
      description: endpoint.reply.description,
      ...(endpoint.reply.body === undefined ? {} : { content: content(endpoint.reply.body) }),
    },
    ...errorResponses(authOf(operationId, endpoint, habits), endpoint),
  },
});

const paths = (habits: Habits) => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = describe(name, endpoint, habits);
  }
  return paths;
};

const neutralDocument = (habits: Habits) => ({
  openapi: '3.1.0',
  info: {
    title: 'Patchbay',
    version: '1.0.0',
    description:
      'A registry of installable extension nodes. Keys without a value are omitted, never null; unknown keys of a body are ignored.',
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: '/' }],
  tags: ['registry', 'packages', 'publishers', 'accounts', 'moderation', 'service'].map((name) => ({ name })),
  paths: paths(habits),
  components: {
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: 'A session token from signing in, or a personal access token',
      },
    },
    schemas: Object.fromEntries(
      Object.entries(named).map(([name, schema]) => [name, withReferences(schema)]),
    ),
  },
});

export type OpenapiDocument = ReturnType<typeof neutralDocument>;

/** The whole interface as an OpenAPI 3.1 document, in the spelling and with the habits of a profile. */
export const openapiDocument = ({ spelling, habits }: Profile = builtInProfiles.app): OpenapiDocument => {
  const document = neutralDocument(habits);
  const speller = makeSpeller(spelling);
  return speller === undefined ? document : spellAll(document, speller.toHost);
};
