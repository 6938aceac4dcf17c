import { areas, idempotencyKeyHeader, openapiDocument } from '@patchbay/contract';
import { format, resolveConfig } from 'prettier';
import { type Schema, comment, fieldsOf, typeOf } from './type-of.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
  readonly 'x-repeatable'?: boolean;
}

interface Call extends Operation {
  readonly method: string;
  readonly path: string;
}

const notice = '// Generated from the contract by `npm run generate`. Do not edit.\n';
/**
 * What they send or answer needs more than a request: `upload-package.ts`, `download-package.ts`, and `catalogue/`.
 */
const byHand: ReadonlySet<string> = new Set([
  'uploadPackage',
  'downloadPackage',
  'getCatalogue',
  'streamPublicChanges',
]);
/** `dry-run-publish.ts` asks for a dry run, so that no other function ever publishes less than it says. */
const byHandParameter = 'dry_run';

/** The generated files of the client, by name, as they are to be checked in. */
export const generateClient = async (): Promise<Map<string, string>> => {
  const { paths, components } = openapiDocument() as unknown as {
    paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
    components: { schemas: Readonly<Record<string, Schema>> };
  };
  const calls = Object.entries(paths)
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        ...operation,
        path,
        method: method.toUpperCase(),
      })),
    )
    .filter(({ operationId }) => !byHand.has(operationId));
  const files = new Map([['resources.ts', resources(components.schemas)]]);
  for (const area of areas) {
    const group = calls.filter(({ tags }) => tags[0] === area);
    if (group.length > 0) files.set(`${area}.ts`, functions(group, Object.keys(components.schemas)));
  }
  files.set('index.ts', [...files.keys()].map((name) => `export * from './${name}';`).join('\n'));
  const config = await resolveConfig(import.meta.filename);
  const formatted = [...files].map(async ([name, text]): Promise<[string, string]> => [
    name,
    await format(notice + text, { ...config, parser: 'typescript' }),
  ]);
  return new Map(await Promise.all(formatted));
};

const resources = (schemas: Readonly<Record<string, Schema>>): string =>
  Object.entries(schemas)
    .map(([name, schema]) => {
      const declaration =
        schema.type === 'object'
          ? `interface ${name} {\n${fieldsOf(schema)}\n}`
          : `type ${name} = ${typeOf(schema)};`;
      return `${comment(schema.description)}export ${declaration}\n`;
    })
    .join('\n');

const functions = (calls: readonly Call[], names: readonly string[]): string => {
  const text = calls.map(functionOf).join('\n');
  const code = text.replaceAll(/\/\*\*.*?\*\//gs, '');
  const readers = Object.values(readerOfType).filter((name) => code.includes(name));
  const used = names.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  return [
    "import type { Client } from '../client.ts';",
    ...(readers.length > 0 ? [`import { ${readers.join(', ')} } from '../read-reply.ts';`] : []),
    "import { request } from '../request.ts';",
    "import type { RequestOptions } from '../send.ts';",
    ...(code.includes('withKey(') ? ["import { withKey } from '../with-key.ts';"] : []),
    ...(used.length > 0 ? [`import type { ${used.join(', ')} } from './resources.ts';`] : []),
    `\n${text}`,
  ].join('\n');
};

const functionOf = (call: Call): string => {
  const { operationId: name, method, path } = call;
  const args = argumentsOf(call);
  const isOptional = (args.required ?? []).length === 0;
  const reply = replyOf(call);
  const isNamed = reply.type === 'object' && reply.properties !== undefined;
  const replyType = isNamed ? `${capital(name)}Reply` : typeOf(reply);
  const isRepeatable = call['x-repeatable'] === true;
  const client = !isRepeatable && isKeyed(call) ? 'withKey(client)' : 'client';
  const mayRepeat = isRepeatable || client !== 'client';
  const reader = readerOf(reply);
  const rest =
    reader === undefined ? (mayRepeat ? ', true' : '') : `, ${mayRepeat || method !== 'POST'}, ${reader}`;
  return [
    `export interface ${capital(name)}Args {\n${fieldsOf(args, true)}\n}\n`,
    ...(isNamed ? [`export interface ${replyType} {\n${fieldsOf(reply)}\n}\n`] : []),
    `/** ${call.summary}: \`${method} ${path}\`. */`,
    `export const ${name} = (client: Client, args: ${capital(name)}Args${isOptional ? ' = {}' : ''}, options?: RequestOptions): Promise<${replyType}> => request(${client}, '${method}', '${path}', args, options${rest});\n`,
  ].join('\n');
};

const isKeyed = ({ parameters = [] }: Call): boolean =>
  parameters.some(({ name }) => name === idempotencyKeyHeader);

/** Parameters of path and query and the body, side by side. */
const argumentsOf = ({ operationId, parameters = [], requestBody }: Call): Schema => {
  const body = requestBody?.content['application/json']?.schema;
  const fields = [
    ...parameters
      .filter(({ name, in: place }) => place !== 'header' && name !== byHandParameter)
      .map(({ name, schema, required }) => ({ name, schema, required })),
    ...(body === undefined ? [] : [{ name: 'body', schema: body, required: true }]),
  ];
  if (new Set(fields.map(({ name }) => name)).size < fields.length) {
    throw new Error(`${operationId} has two parameters of one name. Rename one in the contract.`);
  }
  return {
    properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
    required: fields.filter(({ required }) => required).map(({ name }) => name),
  };
};

/** What reads a reply, by its type. Most are objects, which a request reads unless it is told otherwise. */
const readerOfType: Readonly<Record<string, string>> = {
  array: 'readArray',
  string: 'readText',
  undefined: 'readNothing',
};

const readerOf = ({ $ref, type }: Schema): string | undefined =>
  $ref === undefined ? readerOfType[String(type)] : undefined;

const replyOf = ({ responses }: Call): Schema => {
  // That of a dry run comes before that of its endpoint.
  const content = Object.entries(responses)
    // A 202 is for moderators alone, where two of them are needed: `isProposal` tells it apart.
    .filter(([status]) => status.startsWith('2') && status !== '202')
    .map(([, response]) => response.content)
    .at(-1);
  const [body] = Object.values(content ?? {});
  return body?.schema ?? { type: 'undefined' };
};

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
