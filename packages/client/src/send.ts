import type { Client } from './client.ts';
import type { CachedReply } from './memory-cache.ts';
import { ConnectionError, IntegrityError, RegistryError, TimeoutError } from './errors.ts';
import type { ErrorReply } from './generated/resources.ts';
import { readReply } from './read-reply.ts';

export interface RequestOptions {
  /** Ends the call, which then throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The longest time for one attempt, instead of the client's. */
  readonly timeoutMs?: number | undefined;
}

export interface Message<Body> {
  readonly url: string;
  /** Makes the request, anew for each attempt. */
  readonly init: () => RequestInit & { duplex?: 'half' };
  /** Whether it may be sent again although the registry may have acted on it. */
  readonly isRepeatable: boolean;
  /** The copy of which it asks whether it is still good. */
  readonly kept?: CachedReply | undefined;
  /** How it is sent, if not to an endpoint. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** Reads what is to be no object. */
  readonly read?: ((response: Response, bytesMax: number) => Promise<Body>) | undefined;
}

/** No pause is longer. If the registry asks for more, the caller decides. */
const pauseSecondsMax = 60;

/**
 * Sends a message until a response arrives or repeating it is no use. Returns the response and what `read` made of it.
 * Throws a ClientError for anything but 2xx, and 304 where a copy is kept.
 */
export const send = async <Body>(
  client: Client,
  message: Message<Body>,
  options: RequestOptions = {},
): Promise<[Response, Body]> => {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await sendOnce(client, message, options);
    } catch (error) {
      const pauseMs = pauseAfter(error, attempt, message.isRepeatable);
      if (pauseMs === 0 || attempt >= client.retries) throw error;
      await pause(pauseMs, options.signal);
    }
  }
};

const sendOnce = async <Body>(
  client: Client,
  { url, init, kept, fetch = client.fetch, read = readReply }: Message<Body>,
  { signal, timeoutMs = client.timeoutMs }: RequestOptions,
): Promise<[Response, Body]> => {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      ...init(),
      // Nothing goes elsewhere unseen, and no token with it.
      redirect: 'manual',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const { ok, status, headers } = response;
    if (ok) return [response, await read(response, client.bytesMax)];
    // Only who has a copy may be told that it is still good.
    if (kept && status === 304) return [response, kept.reply as Body];
    // What a proxy responds with, however it ends, is no error of the registry.
    const reply = await readReply<Partial<ErrorReply> | undefined>(response, client.bytesMax).catch(
      () => undefined,
    );
    // A date, as some proxies send it, is no number: the client then waits as long as it would by itself.
    const seconds = Number(headers.get('retry-after'));
    throw new RegistryError(
      status,
      typeof reply?.error === 'string' ? reply : {},
      seconds > 0 ? seconds : undefined,
    );
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof RegistryError || error instanceof IntegrityError) throw error;
    const silent = `${new URL(url).origin} did not respond`;
    throw timeout.aborted
      ? new TimeoutError(`${silent} within ${timeoutMs} ms.`)
      : new ConnectionError(`${silent}.`, { cause: error });
  }
};

/** How long to wait before the next attempt, in milliseconds; 0 if there must be none. */
const pauseAfter = (error: unknown, attempt: number, isRepeatable: boolean): number => {
  const { status, retryAfterSeconds } = (error ?? {}) as Partial<RegistryError>;
  // 429 comes before the registry acts, and 409 with a wait while it acts on an earlier attempt.
  const isEarly = status === 429 || (status === 409 && retryAfterSeconds);
  const isAway = error instanceof ConnectionError || status === 503;
  // From an eighth of a second on.
  const seconds = retryAfterSeconds ?? Math.min(2 ** (attempt - 3 + Math.random()), pauseSecondsMax);
  const isWorthIt = (isEarly || (isAway && isRepeatable)) && seconds <= pauseSecondsMax;
  return isWorthIt ? seconds * 1_000 : 0;
};

/** Resolves early when the signal is aborted; the next attempt then throws its reason. */
export const pause = (ms: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve) => {
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal?.addEventListener('abort', end);
  });
