import type { ReplyCache } from './memory-cache.ts';

export interface ClientOptions {
  /** The registry's URL, such as `https://registry.example.org`. A path in it is kept. */
  readonly url: string;
  /** A session token or a personal access token. It is sent to this registry only. */
  readonly token?: string | undefined;
  /** The function that sends requests; the platform's `fetch` by default. */
  readonly fetch?: typeof fetch | undefined;
  /** How often a request is repeated after 429, 503 or a lost connection; 3 by default. */
  readonly retries?: number | undefined;
  /**
   * The longest time for one attempt, until its response has arrived whole; 30 s by default. A download may take
   * longer, as long as bytes arrive.
   */
  readonly timeoutMs?: number | undefined;
  /** The most bytes of a response that are read, unless it is a package; 64 MiB by default. */
  readonly bytesMax?: number | undefined;
  /** Keeps responses for requests with `If-None-Match`. Give each token its own. */
  readonly cache?: ReplyCache | undefined;
  /** Answers calls without a request, for a registry that calls itself. */
  readonly direct?: DirectCall | undefined;
}

/**
 * Called for each call of an endpoint, with its path as the contract writes it and its arguments. Resolves to the reply,
 * or to undefined if a request must be sent.
 */
export type DirectCall = (method: string, path: string, args: object) => Promise<object | undefined>;

/** A registry as one caller. It holds no connection and needs no closing. */
export interface Client extends Pick<ClientOptions, 'token' | 'cache' | 'direct'> {
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly retries: number;
  readonly timeoutMs: number;
  readonly bytesMax: number;
}

/** How much of a response is read unless a caller says otherwise: 64 MiB. */
export const usualBytesMax = 2 ** 26;

/** Browsers refuse to call theirs as a method of another object. */
export const platformFetch: typeof fetch = (input, init) => fetch(input, init);

/** Throws a TypeError unless `url` is an absolute URL. */
export const createClient = ({
  url,
  fetch: chosen = fetch,
  retries = 3,
  timeoutMs = 30_000,
  bytesMax = usualBytesMax,
  ...options
}: ClientOptions): Client => ({
  ...options,
  url: new URL(url).href.replace(/\/+$/, ''),
  fetch: chosen === fetch ? platformFetch : chosen,
  retries,
  timeoutMs,
  bytesMax,
});
