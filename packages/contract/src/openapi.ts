import type { TSchema } from 'typebox';
import { type Endpoint, paramNames } from './endpoint.ts';
import { endpoints } from './endpoints/index.ts';
import { type ErrorCode, ErrorReply, errors } from './errors.ts';
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

/** The errors that any endpoint can answer, given how its caller is known and what it takes. */
const commonErrors = ({ auth, query, body }: Endpoint): ErrorCode[] => [
  ...(query !== undefined || body !== undefined ? (['invalid_request'] as const) : []),
  ...(auth === 'bearer' ? (['unauthenticated'] as const) : []),
  ...(typeof body === 'object' ? (['body_too_large', 'unsupported_media_type'] as const) : []),
  ...(typeof body === 'string' ? (['unsupported_media_type'] as const) : []),
  'internal',
  'unavailable',
];

const errorResponses = (endpoint: Endpoint) => {
  const codes = new Set([...commonErrors(endpoint), ...endpoint.errors]);
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

const security = { public: [], optional: [{}, { bearer: [] }], bearer: [{ bearer: [] }], signature: [] };

const describe = (operationId: string, endpoint: Endpoint) => ({
  operationId,
  tags: [endpoint.tag],
  summary: endpoint.summary,
  security: security[endpoint.auth],
  parameters: parameters(endpoint),
  ...(endpoint.body === undefined
    ? {}
    : { requestBody: { required: true, content: content(endpoint.body) } }),
  responses: {
    [endpoint.reply.status]: {
      description: endpoint.reply.description,
      ...(endpoint.reply.body === undefined ? {} : { content: content(endpoint.reply.body) }),
    },
    ...errorResponses(endpoint),
  },
});

const paths = () => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = describe(name, endpoint);
  }
  return paths;
};

/** The whole interface as an OpenAPI 3.1 document. */
export const openapiDocument = () => ({
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
  paths: paths(),
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
