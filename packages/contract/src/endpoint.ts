import type { Static, TObject, TSchema } from 'typebox';
import type { ErrorCode } from './errors.ts';
import type { RateCosts } from './rates.ts';
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
  'catalogue',
  'publishers',
  'webhooks',
  'accounts',
  'moderation',
  'service',
] as const;
export type Area = (typeof areas)[number];

/** What an endpoint answers where it asks for a recent sign-in, in all requests or in some. */
export const recentSignInErrors = [
  'recent_sign_in_required',
  'second_factor_required',
  'passkey_required',
] as const satisfies readonly ErrorCode[];

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `{name}` marks a path parameter, always a string. */
  path: `/${string}`;
  /** Its area, and the folder of its file, its operation and its test. */
  tag: Area;
  summary: string;
  auth: Auth;
  /**
   * Whether the person of a session must have proved who they are within `limits.recentSignInSeconds`: for what cannot
   * be undone, and what gives rights that outlast the session. Tokens, which stand for no person, need no sign-in.
   */
  recentSignIn?: boolean;
  /** Whether it is how an account gets a second factor, so that it cannot ask for one. */
  addsFactor?: boolean;
  /** The operator's setting that lets anyone call without a Bearer when it is `open`. */
  openedBy?: 'APP_NODE_UPDATES';
  /**
   * Whether it signs in by what the registry itself keeps, such as a password, or sets that. It is refused where the
   * external provider is the only way to sign in.
   */
  isLocalSignIn?: boolean;
  /** Whether the body holds a personal access token, which some profiles take in place of a Bearer. */
  tokenInBody?: boolean;
  query?: TObject;
  /**
   * Whether it serves the requests with `dry_run=true` to the endpoint that has its method and path, which then never
   * sees them. It says what that one would do, and changes nothing.
   */
  isDryRun?: boolean;
  /** The schema of a JSON body, or the media type of a raw one. */
  body?: TSchema | 'application/zip';
  /**
   * Whether the body may also be a form (`multipart/form-data`): the JSON in its part `publish`, and behind it, in its
   * part `package`, a package.
   */
  takesPackage?: boolean;
  /** Whether the body may also be a form, as pages without scripts and OAuth clients send it. Its fields are texts. */
  takesForms?: boolean;
  /** Whether a browser may send it from a page of this server only. */
  isFromOwnPage?: boolean;
  /** The maximum size of a JSON body or a form; `limits.bodyBytesMax` by default. */
  bodyBytesMax?: number;
  /**
   * The list of the body that asks for many versions at once. The reply has a list of the same name, with one item
   * for each in the order asked, which repeats what was sent as its `identifier`. An item may be kept until something
   * of its node changes.
   */
  bulkOf?: string;
  /** The list of the body whose items count like those of a page, where it is no bulk of versions. */
  weighs?: string;
  /** The object of the body that loses, before validation, the keys with one of the profile's `unsetValues`. */
  dropsUnsetValuesOf?: string;
  /** Whether its operation reads the JSON itself, which it gets as text: it may be in UTF-16, and not quite JSON. */
  isRawJson?: boolean;
  /** Request headers that its operation reads, in lower case, and their meaning. */
  sentHeaders?: Readonly<Record<string, string>>;
  /** How many keys it may hold, in all its objects together; `limits.bodyKeysMax` when absent. */
  bodyKeysMax?: number;
  reply: {
    status: 200 | 201 | 204;
    description: string;
    /** The schema of a JSON response, the media type of a raw one, or nothing. */
    body?:
      TSchema | 'application/zip' | 'application/x-ndjson' | 'text/event-stream' | 'text/html' | 'text/plain';
    /** The Content-Type of a text; the media type and `charset=utf-8` when absent. */
    contentType?: string;
    /** Whether a page runs scripts of this server, instead of sending forms to it. */
    runsScripts?: boolean;
    /** Headers besides those of every response, and besides the ETag of every JSON that is read. */
    headers?: readonly ResponseHeader[];
  };
  /** Successful statuses besides the main one, and besides the 304 of every JSON that is read. */
  otherReplies?: Readonly<Record<number, OtherReply>>;
  /**
   * The changes that invalidate a cached response: those of the node in its path, or any in the catalogue. If absent, the
   * response is not cached. A response that also changes with the time must not be cached.
   */
  changesWith?: 'node' | 'catalogue';
  /** Whether no client and no proxy may keep the answer to a GET, even though it is public. */
  isNeverKept?: boolean;
  /** Whether counting downloads of the node in its path also changes the response. */
  showsDownloads?: boolean;
  /** Whether it may wait for something to tell. Such requests have a bound of their own. */
  waits?: boolean;
  /**
   * Whether a POST may be sent again when its outcome is unknown, because it only reads or has the same result the
   * second time. Other methods always may.
   */
  isRepeatable?: boolean;
  /** What a GET counts as, once for each client, version in the response, and day. */
  counts?: 'download';
  /** What a request takes of the token buckets; by default what its method costs (`rateCostsOf`). Empty if it is free. */
  rateCosts?: RateCosts;
  /** Error codes besides those of every endpoint. */
  errors: readonly ErrorCode[];
}

interface OtherReply {
  description: string;
  body?: TSchema | 'application/zip';
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
