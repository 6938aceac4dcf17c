import { Type } from 'typebox';
import { patterns } from './text-rules.ts';

const describedText = (rule: keyof typeof patterns, maxLength: number, description?: string) =>
  Type.String({
    maxLength,
    pattern: patterns[rule].pattern,
    ...(description === undefined ? {} : { description }),
  });

/** A string of at most `maxLength` characters (code points), without NUL and lone surrogates. */
export const Text = (maxLength: number, description?: string) =>
  describedText('storable', maxLength, description);

/** One line of at most `maxLength` characters of which each can be seen. */
export const Name = (maxLength: number, description?: string) =>
  describedText('name', maxLength, description);

const urlCharsMax = 2048;

/** An http(s) URL, or empty, which publish tools send for unset. Kept as written. */
export const Url = (description: string) => describedText('url', urlCharsMax, description);

/** A path or an http(s) URL, never of another scheme. */
export const Path = (description: string) => describedText('path', urlCharsMax, description);

/** What a person writes about how to be reached; as a URL it is http(s) or mailto. */
export const Contact = (description: string) => describedText('contact', urlCharsMax, description);

/** A text that holds JSON, or is empty, which publish tools send for unset. */
export const Json = (maxLength: number, description: string) =>
  Type.String({
    maxLength,
    pattern: patterns.storable.pattern,
    format: 'json',
    contentMediaType: 'application/json',
    description,
  });

export const TextList = (maxItems: number, description: string) =>
  Type.Array(Text(2048), { maxItems, description });

export const NameList = (maxItems: number, description: string) =>
  Type.Array(Name(2048), { maxItems, description });

/** RFC 3339 in UTC with milliseconds. */
export const Timestamp = (description: string) => Type.String({ format: 'date-time', description });

/** Under this key a schema says which part of a text is in our words. A symbol, since no validator must meet it. */
export const ours: unique symbol = Symbol('ours');

/** The id of a publisher, of which only that of the unclaimed nodes is our word. */
export const PublisherId = Type.String({ [ours]: 'publisher' });

/** Text in the registry's own words, which a profile spells as its host does; what stands in double quotes is not. */
export const OwnWords = (description?: string) =>
  Type.String({ [ours]: 'words', ...(description === undefined ? {} : { description }) });

/** What a change is about, as `<resource>:<id>`, of which the resource is our word. */
export const Subject = (description: string) => Type.String({ [ours]: 'kind', description });

/**
 * Under this key the schema of a property says what stands in for its value where a reader takes it for granted:
 * a value, or the value of the property called `of`.
 */
export const standIn: unique symbol = Symbol('standIn');
export type StandIn = { value: unknown } | { of: string };

/** Under this key a schema says that its text is a version, or the file of one. A symbol, since no validator must meet it. */
export const versionForm: unique symbol = Symbol('versionForm');
export type VersionForm = 'version' | 'file';

/** A version as callers write it. Operations get it in the canonical form that the profile takes it for. */
export const VersionText = (options: { description?: string; maxLength?: number } = {}) =>
  Type.String({ ...options, [versionForm]: 'version' });

/** The file of a version's package in its address; see `VersionText`. */
export const PackageFile = Type.String({ [versionForm]: 'file' });
