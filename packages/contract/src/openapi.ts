import type { TSchema } from 'typebox';
import { type Auth, type Endpoint, areas, paramNames } from './endpoint.ts';
import { type EndpointName, endpoints } from './endpoints/index.ts';
import { limits } from './limits.ts';
import { responsesOf } from './openapi-responses.ts';
import { content, namedSchemas, withReferences } from './openapi-schemas.ts';
import { builtInProfiles } from './profiles/built-in-profiles.ts';
import { withAliases } from './profiles/endpoint-aliases.ts';
import type { CompatFlags, Profile } from './profiles/profile.ts';
import { makeNaming, renameAll } from './profiles/renaming.ts';
import { authOf } from './profiles/wire.ts';
import { NewNodeId } from './text.ts';
import { type ResponseHeader, headerOf, occasionalHeaders, responseHeaders } from './response-headers.ts';
import { idempotencyKeyHeader, takesIdempotencyKey } from './takes-idempotency-key.ts';

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

const idempotencyKey = {
  name: idempotencyKeyHeader,
  in: 'header',
  required: false,
  schema: {
    type: 'string',
    pattern: '^[!-~]+$',
    maxLength: limits.idempotencyKeyCharsMax,
    description:
      'A new one for each request, and the same for each attempt at it: it is then carried out once',
  },
};

const parameters = (endpoint: Endpoint) => [
  ...paramNames(endpoint.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'nodeId' ? withReferences(NewNodeId) : { type: 'string' },
  })),
  ...Object.entries(endpoint.query?.properties ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: endpoint.query?.required?.includes(name) ?? false,
    schema: withReferences(schema, false),
  })),
  ...Object.entries(endpoint.sentHeaders ?? {}).map(([name, description]) => ({
    name,
    in: 'header',
    required: false,
    schema: { type: 'string', description },
  })),
  ...(takesIdempotencyKey(endpoint) ? [idempotencyKey] : []),
];

const mayHaveBearer = [{}, { bearer: [] }];
const security: Readonly<Record<Auth, readonly object[]>> = {
  public: [],
  optional: mayHaveBearer,
  bearer: [{ bearer: [] }],
  'bearer-if-sent': mayHaveBearer,
  signature: [],
};

const sizeOf = ({ body, bodyBytesMax = limits.bodyBytesMax }: Endpoint) =>
  typeof body === 'object' ? { description: `At most ${bodyBytesMax} bytes` } : {};

/** The endpoint that serves the dry runs of this one. */
const dryRunOf = ({ method, path }: Endpoint): Endpoint | undefined =>
  Object.values<Endpoint>(endpoints).find(
    (one) => one.isDryRun === true && one.method === method && one.path === path,
  );

/** An endpoint and its dry run are one operation, because the document tells operations apart by method and path. */
const describe = (operationId: EndpointName, endpoint: Endpoint, compat: CompatFlags) => {
  const dryRun = dryRunOf(endpoint);
  return {
    operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    // The form is for a dry run alone, and one operation cannot say which of its media types is for which query.
    ...(dryRun?.takesPackage === true
      ? {
          description:
            'A dry run (`dry_run=true`) also takes `multipart/form-data` with the parts `publish`, this body as `application/json`, and `package`, as `application/zip`, in this order.',
        }
      : {}),
    ...(endpoint.isRepeatable === true ? { 'x-repeatable': true } : {}),
    ...(endpoint.recentSignIn === true ? { 'x-recent-sign-in': true } : {}),
    security: security[authOf(endpoint, compat)],
    parameters: parameters(endpoint).map((parameter) =>
      dryRun === undefined || parameter.name !== 'dry_run'
        ? parameter
        : { ...parameter, schema: { type: 'boolean', description: dryRun.summary } },
    ),
    ...(endpoint.body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            ...sizeOf(endpoint),
            content: requestContent(endpoint.body, endpoint, compat),
          },
        }),
    responses: responsesOf(authOf(endpoint, compat), endpoint, dryRun),
  };
};

const paths = ({ aliases, compat }: Pick<Profile, 'aliases' | 'compat'>) => {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [name, endpoint] of Object.entries(endpoints) as [EndpointName, Endpoint][]) {
    if (endpoint.isDryRun === true) continue;
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
      Object.keys(responseHeaders).map((name) => [
        name,
        headerOf(name as ResponseHeader, !occasionalHeaders.has(name)),
      ]),
    ),
    schemas: Object.fromEntries(
      Object.entries(namedSchemas).map(([name, schema]) => [name, withReferences(schema)]),
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
