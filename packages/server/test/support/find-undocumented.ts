import {
  type Endpoint,
  type EndpointName,
  type OpenapiDocument,
  type Profile,
  occasionalHeaders,
  openapiDocument,
} from '@patchbay/contract';
import type { Reply } from './client.ts';
import { currentVariant } from './variants.ts';

interface Documented {
  description: string;
  headers?: Readonly<Record<string, unknown>>;
  content?: Readonly<Record<string, unknown>>;
}

const known = new Map<Profile, OpenapiDocument>();

/** In neutral names, as a test reads answers. Made once, since a walk asks for it thousands of times. */
const documentOf = (profile: Profile): OpenapiDocument => {
  const made = known.get(profile) ?? openapiDocument({ ...profile, naming: {} });
  known.set(profile, made);
  return made;
};

/** What the OpenAPI document does not say about an answer of an endpoint, or says otherwise; undefined when nothing. */
export const findUndocumented = (
  name: EndpointName,
  { method, path }: Pick<Endpoint, 'method' | 'path'>,
  { status, headers, json }: Reply,
): string | undefined => {
  const operation = documentOf(currentVariant().profile).paths[path]?.[method.toLowerCase()];
  const { responses } = operation as { responses: Readonly<Record<string, Documented>> };
  const documented = responses[status];
  if (documented === undefined) return `${name}: ${status} is not documented`;
  if (status >= 400 && !documented.description.includes(`\`${json.error}\``)) {
    return `${name}: ${json.error} is not documented`;
  }
  const missing = Object.keys(documented.headers ?? {}).find(
    (header) => !headers.has(header) && !occasionalHeaders.has(header),
  );
  // A status that several errors share may have a header of only some of them.
  if (missing !== undefined && status < 400) return `${name}: ${status} has no ${missing}`;
  const type = headers.get('content-type')?.split(';')[0];
  const types = Object.keys(documented.content ?? {});
  const isTyped = type === undefined ? types.length === 0 : types.includes(type);
  // To HEAD and 304 the type is that of the answer that would have a body.
  return isTyped || status === 304 ? undefined : `${name}: ${status} is ${type}, not ${types.join(' or ')}`;
};
