import type { Endpoint, Parameter, Schema } from './openapi.ts';

/** Values that make examples readable, by the names of parameters and fields. */
const samples: Readonly<Record<string, string>> = {
  publisherId: 'ada',
  publisher_id: 'ada',
  username: 'ada-lovelace',
  nodeId: 'upscaler',
  advisoryId: 'x_PBR-2026-1',
  node_id: 'upscaler',
  id: 'upscaler',
  version: '1.0.0',
  file: '1.0.0.zip',
  email: 'ada@example.org',
  reason: 'Agreed by mail.',
  star: '5',
};

const sampleOf = (name: string): string => samples[name] ?? name;

const jsonSample = (name: string, schema: Schema, depth = 0): unknown => {
  const type = [schema.type].flat().find((one) => one !== 'null');
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return true;
  if (type === 'array') return depth > 2 || !schema.items ? [] : [jsonSample(name, schema.items, depth + 1)];
  if (type === 'object' || schema.properties !== undefined) {
    const { properties = {}, required = [] } = schema;
    return Object.fromEntries(
      required.map((key) => [key, jsonSample(key, properties[key] ?? {}, depth + 1)]),
    );
  }
  return sampleOf(name);
};

const parametersIn = (endpoint: Endpoint, place: Parameter['in']): Parameter[] =>
  endpoint.parameters.filter((one) => one.in === place && one.required);

const needsToken = ({ security }: Endpoint): boolean =>
  security.length > 0 && security.every((one) => Object.keys(one).length > 0);

const bodySample = ({ requestBody }: Endpoint): unknown => {
  const schema = requestBody?.content?.['application/json']?.schema;
  return schema === undefined ? undefined : jsonSample('', schema);
};

const inShell = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** A call with curl. The token is that of the environment. */
export const curlExample = (endpoint: Endpoint, registry: string): string => {
  const { method, path, requestBody } = endpoint;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(sampleOf(name)));
  const query = new URLSearchParams(
    parametersIn(endpoint, 'query').map(({ name }) => [name, sampleOf(name)]),
  );
  const body = bodySample(endpoint);
  const isPackage = requestBody !== undefined && body === undefined;
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${inShell(registry + filled + (query.size === 0 ? '' : `?${query.toString()}`))}`,
    ...(needsToken(endpoint) ? ['-H "Authorization: Bearer $PATCHBAY_TOKEN"'] : []),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${inShell(JSON.stringify(body))}`]),
    ...(isPackage ? [`-H 'Content-Type: application/zip'`, '--data-binary @package.zip'] : []),
  ].join(' \\\n  ');
};

/** The same through the SDK. */
export const sdkExample = (endpoint: Endpoint, registry: string): string => {
  const { name: call } = endpoint;
  const parameters = [...parametersIn(endpoint, 'path'), ...parametersIn(endpoint, 'query')];
  const body = bodySample(endpoint);
  const args: Record<string, unknown> = Object.fromEntries(
    parameters.map(({ name, schema }) => [
      name,
      schema.type === 'integer' ? Number(sampleOf(name)) : sampleOf(name),
    ]),
  );
  if (body !== undefined) args['body'] = body;
  const options = [
    `url: ${JSON.stringify(registry)}`,
    ...(needsToken(endpoint) ? ['token: process.env.PATCHBAY_TOKEN'] : []),
  ].join(', ');
  const given = Object.keys(args).length === 0 ? '' : `, ${JSON.stringify(args, undefined, 2)}`;
  return `import { createClient, ${call} } from '@patchbay/client';

const client = createClient({ ${options} });
await ${call}(client${given});`;
};
