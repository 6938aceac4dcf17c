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

/** In the order of the documents. */
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
  /** Its area, and the folder of its file, its operation and its test. */
  tag: Area;
  summary: string;
  auth: Auth;
  query?: TObject;
  /** The schema of a JSON body, or the media type of a raw one. */
  body?: TSchema | 'application/zip';
  /** The maximum size of a JSON body; `limits.bodyBytesMax` by default. */
  bodyBytesMax?: number;
  reply: {
    status: 200 | 201 | 204;
    description: string;
    /** The schema of a JSON response, the media type of a raw one, or nothing. */
    body?: TSchema | 'application/zip' | 'text/html' | 'text/plain';
    /** Headers besides those of every response, and besides the ETag of every JSON that is read. */
    headers?: readonly ResponseHeader[];
  };
  /** Successful statuses besides the main one, and besides the 304 of every JSON that is read. */
  otherReplies?: Readonly<Record<number, OtherReply>>;
  /**
   * The changes that invalidate a cached public response: those of the node in its path, or any in the catalogue. If
   * absent, the response is not cached.
   */
  changesWith?: 'node' | 'catalogue';
  /** Whether counting downloads of the node in its path also changes the response. */
  showsDownloads?: boolean;
  /** What a GET counts as, once for each client, version in the response, and day. */
  counts?: 'download';
  /** Error codes besides those of every endpoint. */
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

export type Params<E extends Endpoint> = Readonly<Record<Names<E['path']>, string>>;
export type Query<E extends Endpoint> = E extends { query: infer S } ? JsonOf<S> : undefined;
export type Body<E extends Endpoint> = E extends { body: infer S } ? JsonOf<S> : undefined;
export type Reply<E extends Endpoint> = E extends { reply: { body: infer S } } ? JsonOf<S> : undefined;

/** The names of the path parameters, in order. */
export const paramNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
