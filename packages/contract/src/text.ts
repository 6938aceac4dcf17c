import { type TSchema, Type } from 'typebox';
import {
  nodeIdCharsMax,
  nodeIdPattern,
  publisherIdPattern,
  versionCharsMax,
  versionPattern,
} from './identifiers.ts';
import { limits } from './limits.ts';
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

/** One line of at most `maxLength` visible characters. */
export const Name = (maxLength: number, description?: string) =>
  describedText('name', maxLength, description);

/** What a program calls itself. */
export const ProgramName = (description: string) => describedText('program', 64, description);

/** An http(s) URL, or empty, because publish tools send "" for unset fields. Stored as written. */
export const Url = (description: string) => describedText('url', limits.urlCharsMax, description);

/** A path or an http(s) URL, never with another scheme. */
export const Path = (description: string) => describedText('path', limits.urlCharsMax, description);

/** Free text about how to get in touch; a URL must be http(s) or mailto. */
export const Contact = (description: string) => describedText('contact', limits.urlCharsMax, description);

/** A text that contains JSON, or is empty, because publish tools send "" for unset fields. */
export const Json = (maxLength: number, description: string) =>
  Type.String({
    maxLength,
    pattern: patterns.storable.pattern,
    format: 'json',
    contentMediaType: 'application/json',
    description,
  });

export const TextList = (maxItems: number, description: string) =>
  Type.Array(Text(limits.urlCharsMax), { maxItems, description });

export const NameList = (maxItems: number, description: string) =>
  Type.Array(Name(limits.urlCharsMax), { maxItems, description });

/** A day of the calendar in UTC, `2026-01-07`. */
export const Day = (description: string) => Type.String({ format: 'date', description });

/** RFC 3339 in UTC with milliseconds. */
export const Timestamp = (description: string) => Type.String({ format: 'date-time', description });

/**
 * Under this key, a schema marks the part of a text that is in our own words. It is a symbol, so that validators do
 * not see it.
 */
export const ours: unique symbol = Symbol('ours');

/** The id of a publisher. Only the id for unclaimed nodes is our own word. */
export const PublisherId = Type.String({ [ours]: 'publisher' });

/** Text in the registry's own words, in which a profile replaces names except within double quotes. */
export const OwnWords = (description?: string) =>
  Type.String({ [ours]: 'words', ...(description === undefined ? {} : { description }) });

/** The subject of a change, `<resource>:<id>`. Only the resource is our own word. */
export const Subject = (description: string) => Type.String({ [ours]: 'kind', description });

/**
 * Under this key, the schema of a property has the default for clients that expect a value: a value, or the value of
 * the property named by `of`.
 */
export const standIn: unique symbol = Symbol('standIn');
export type StandIn = { value: unknown } | { of: string };

/** The schema with that default. Its type stays as it is: declarations of other files could not name the symbol. */
export const withStandIn = <Schema extends TSchema>(schema: Schema, instead: StandIn): Schema => ({
  ...schema,
  [standIn]: instead,
});

/**
 * Under this key, a schema says that its text is a version, or the file of one. It is a symbol, so that validators do
 * not see it.
 */
export const versionForm: unique symbol = Symbol('versionForm');
export type VersionForm = 'version' | 'file';

/** A version as callers write it. Operations get it in the canonical form that the profile takes it for. */
export const VersionText = (options: { description?: string; maxLength?: number } = {}) =>
  Type.String({ ...options, [versionForm]: 'version' });

/** The file of a version's package in its address; see `VersionText`. */
export const PackageFile = Type.String({ [versionForm]: 'file' });

/**
 * Under this key, a schema has what the OpenAPI document says besides: rules whose breach has an error of its own, and
 * properties that are accepted and ignored. It is a symbol, so that validators do not see it.
 */
export const documented: unique symbol = Symbol('documented');

/** The schema with what the document says of it besides. Its type stays as it is. */
export const withDocumented = <Schema extends TSchema>(schema: Schema, besides: object): Schema => ({
  ...schema,
  [documented]: besides,
});

/** As `Text`, and not blank. */
export const GivenText = (maxLength: number, description: string) =>
  withDocumented(Text(maxLength, description), { pattern: '^[^\\u0000]*[^\\s\\u0000][^\\u0000]*$' });

/** The version of what is published. */
export const NewVersion = withDocumented(
  VersionText({ description: `SemVer 2.0.0, at most ${versionCharsMax} characters` }),
  { pattern: versionPattern, maxLength: versionCharsMax },
);

/** The id of a new publisher. */
export const NewPublisherId = withDocumented(PublisherId, { pattern: publisherIdPattern });

/** The id of a new node. */
export const NewNodeId = withDocumented(Type.String(), { pattern: nodeIdPattern, maxLength: nodeIdCharsMax });
