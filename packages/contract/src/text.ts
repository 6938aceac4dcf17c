import { Type } from 'typebox';

/** Well-formed Unicode without NUL: what every store can keep and give back unchanged. */
const storable = '^[^\\u0000\\p{Cs}]*$';

/** A string of at most `maxLength` characters (code points), without NUL and lone surrogates. */
export const Text = (maxLength: number, description?: string) =>
  Type.String({ maxLength, pattern: storable, ...(description === undefined ? {} : { description }) });

/** An absolute or empty URL of at most 2,048 characters. Kept as written: publish tools send `""` for unset. */
export const Url = (description: string) => Text(2048, description);

export const TextList = (maxItems: number, description: string) =>
  Type.Array(Text(2048), { maxItems, description });

/** RFC 3339 in UTC with milliseconds. */
export const Timestamp = (description: string) => Type.String({ format: 'date-time', description });

/** Under this key a schema says which part of a text is in our words. A symbol, since no validator must meet it. */
export const ours: unique symbol = Symbol('ours');

/** Text in the registry's own words, which a profile spells as its host does; what stands in double quotes is not. */
export const OwnWords = (description?: string) =>
  Type.String({ [ours]: 'words', ...(description === undefined ? {} : { description }) });

/** What a change is about, as `<resource>:<id>`, of which the resource is our word. */
export const Subject = (description: string) => Type.String({ [ours]: 'kind', description });
