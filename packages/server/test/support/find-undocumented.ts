import {
  type Endpoint,
  type EndpointName,
  type OpenapiDocument,
  type Profile,
  formats,
  occasionalHeaders,
  openapiDocument,
} from '@patchbay/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { Reply } from './client.ts';
import { currentVariant } from './variants.ts';

interface Documented {
  description: string;
  headers?: Readonly<Record<string, { required?: boolean }>>;
  content?: Readonly<Record<string, { schema?: { $ref?: string } }>>;
}

interface Known {
  document: OpenapiDocument;
  ajv: Ajv2020;
  validators: Map<string, ValidateFunction>;
}

const known = new Map<Profile, Known>();
const tests = Object.fromEntries(Object.entries(formats).map(([name, { test }]) => [name, test]));

/** In neutral names, as a test reads answers. Made once, since a walk asks for it thousands of times. */
const documentOf = (profile: Profile): Known => {
  const found = known.get(profile);
  if (found !== undefined) return found;
  const document = openapiDocument({ ...profile, naming: {} });
  const ajv = new Ajv2020({ strict: false, formats: tests }).addSchema(document, 'openapi');
  const made = { document, ajv, validators: new Map<string, ValidateFunction>() };
  known.set(profile, made);
  return made;
};

const pointerTo = (place: readonly string[]): string =>
  `#/${encodeURI(place.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/'))}`;

/** Validates the JSON at a place of the document. To compile a schema takes far longer than to ask for what it describes. */
const validatorOf = ({ ajv, validators }: Known, pointer: string): ValidateFunction => {
  const validate = validators.get(pointer) ?? ajv.compile({ $ref: `openapi${pointer}` });
  validators.set(pointer, validate);
  return validate;
};

/** What the OpenAPI document does not say about an answer of an endpoint, or says otherwise; undefined when nothing. */
export const findUndocumented = (
  name: EndpointName,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  { status, headers, json }: Reply,
): string | undefined => {
  const whole = documentOf(currentVariant().profile);
  const operation = whole.document.paths[path]?.[method.toLowerCase()];
  const { responses } = operation as { responses: Readonly<Record<string, Documented>> };
  const documented = responses[status];
  if (documented === undefined) return `${name}: ${status} is not documented`;
  if (status >= 400 && !documented.description.includes(`\`${json.error}\``)) {
    return `${name}: ${json.error} is not documented`;
  }
  const missing = Object.entries(documented.headers ?? {}).find(
    ([header, { required }]) =>
      // A status that several errors share may have a header of only some of them.
      required !== false && !headers.has(header) && !occasionalHeaders.has(header),
  )?.[0];
  if (missing !== undefined) return `${name}: ${status} has no ${missing}`;
  const type = headers.get('content-type')?.split(';')[0];
  const types = Object.keys(documented.content ?? {});
  const isTyped = type === undefined ? types.length === 0 : types.includes(type);
  // To HEAD and 304 the type is that of the answer that would have a body.
  if (status === 304) return undefined;
  if (!isTyped) return `${name}: ${status} is ${type}, not ${types.join(' or ')}`;
  if (type !== 'application/json') return undefined;
  const place = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', type, 'schema'];
  // Nearly all errors share one schema.
  const validate = validatorOf(whole, documented.content?.[type]?.schema?.$ref ?? pointerTo(place));
  if (validate(json)) return undefined;
  const [fault] = validate.errors ?? [];
  return `${name}: ${status} differs from its schema: ${fault?.instancePath} ${fault?.message}`;
};
