import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';
import type { ResponseHeader } from './response-headers.ts';

/**
 * How a caller is known. There is no default, so nothing becomes public by omission.
 * - `public`: nobody is asked; an Authorization header is not even read
 * - `optional`: anyone may call; a good Bearer shows more, a bad one counts as none
 * - `bearer`: a good Bearer is required
 * - `bearer-if-sent`: the body says who calls; a Bearer that is sent must be good
 * - `signature`: the address itself is signed
 */
export type Auth = 'public' | 'optional' | 'bearer' | 'bearer-if-sent' | 'signature';

/** In the order in which the documents tell them. */
export const areas = [
  'nodes',
  'versions',
  'packages',
  'app-nodes',
  'publishers',
  'accounts',
  'moderation',
  'service',
] as const;
export type Area = (typeof areas)[number];

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `{name}` marks a path parameter, always a string. */
  path: `/${string}`;
  /** The area it belongs to, and the folder of its file, its operation and its test. */
  tag: Area;
  summary: string;
  auth: Auth;
  /** The operator's setting that lets anyone call without a Bearer when it is `open`. */
  openedBy?: 'APP_NODE_UPDATES';
  /** Whether the body holds a personal access token, which some profiles take in place of a Bearer. */
  tokenInBody?: boolean;
  query?: TObject;
  /** A JSON body, or the media type of a raw one. */
  body?: TSchema | 'application/zip';
  /** How long a JSON body may be; `limits.bodyBytesMax` when absent. */
  bodyBytesMax?: number;
  /** The object of the body that clients send with every key: those with one of the profile's `unsetValues` are dropped. */
  dropsUnsetValuesOf?: string;
  /** How many keys it may hold, in all its objects together; `limits.bodyKeysMax` when absent. */
  bodyKeysMax?: number;
  reply: {
    status: 200 | 201 | 204;
    description: string;
    /** JSON by this schema, a raw body of this media type, or nothing. */
    body?: TSchema | 'application/zip' | 'text/html' | 'text/plain';
    /** The Content-Type of a text, with its parameters. */
    contentType?: string;
    /** What it carries besides the headers of every answer, and besides the ETag of every JSON that is read. */
    headers?: readonly ResponseHeader[];
  };
  /** What it also answers that is no error, besides the 304 of every JSON that is read. */
  otherReplies?: Readonly<Record<number, OtherReply>>;
  /**
   * With what a public answer changes, and so how long it may be kept rendered: with anything of the node in its
   * path, or with anything in the catalogue. Absent: it is rendered each time.
   */
  changesWith?: 'node' | 'catalogue';
  /** Whether no client and no proxy may keep the answer to a GET, even though it is public. */
  isNeverKept?: boolean;
  /** Whether the answer also changes with the downloads of the node in its path. */
  showsDownloads?: boolean;
  /** What a GET counts as, once for each client, version in the answer, and day. */
  counts?: 'download';
  /** What it can answer besides the errors any endpoint can. */
  errors: readonly ErrorCode[];
}

interface OtherReply {
  description: string;
  body?: 'application/zip';
  headers: readonly ResponseHeader[];
}

export const endpoint = <const E extends Endpoint>(definition: E): E => definition;

type Names<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Names<Rest>
  : never;
type JsonOf<Schema> = Schema extends TSchema ? Static<Schema> : undefined;

type ParamsOf<Path extends string> = Readonly<Record<Names<Path>, string>>;
export type Params<E extends Endpoint> = ParamsOf<E['path']>;
export type Query<E extends Endpoint> = E extends { query: infer S } ? JsonOf<S> : undefined;
export type Body<E extends Endpoint> = E extends { body: infer S } ? JsonOf<S> : undefined;
export type Reply<E extends Endpoint> = E extends { reply: { body: infer S } } ? JsonOf<S> : undefined;

/** The names of the path parameters, in order. */
export const paramNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');

/** Writes a path with its parameters filled in, each percent-encoded. */
export const writePath = <const Path extends string>(path: Path): ((params: ParamsOf<Path>) => string) => {
  const parts = path.split(/\{(\w+)\}/);
  return (params: Readonly<Record<string, string>>) =>
    parts.map((part, index) => (index % 2 === 0 ? part : encodeURIComponent(params[part] ?? ''))).join('');
};
