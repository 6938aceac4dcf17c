import type { Client } from '../client.ts';
import { ConnectionError, IntegrityError, TimeoutError } from '../errors.ts';
import { type RequestOptions, send } from '../send.ts';

interface Lines {
  /** The type that the response must have. */
  readonly type?: string;
  /** The longest time without a byte; by default that of the call. */
  readonly silenceMs?: number;
  /** Whether `bytesMax` is that of each line, and not of all. */
  readonly isEndless?: boolean;
}

/**
 * The lines of a response as they arrive, without their ends; a last line without an end is not one. The time of the
 * call bounds how long the response takes to begin, and how long nothing of it arrives. Throws as every call.
 */
export const requestLines = async function* (
  client: Client,
  url: string,
  options: RequestOptions = {},
  { type = '', silenceMs = options.timeoutMs ?? client.timeoutMs, isEndless = false }: Lines = {},
): AsyncGenerator<string, void, undefined> {
  const message = {
    url,
    init: () => ({}),
    isRepeatable: true,
    fetch: fetchUntimed(client, options.signal),
    read: (response: Response) => Promise.resolve(response),
  };
  const [{ headers }, response] = await send(client, message, options);
  const reader = response.body?.getReader();
  const decoder = new TextDecoder();
  let pieces: string[] = [];
  let bytes = 0;
  try {
    if (!(headers.get('content-type') ?? '').includes(type))
      throw new IntegrityError(`${url} is no registry.`, { cause: response });
    for (;;) {
      const part = await inTime(reader?.read(), silenceMs).catch((cause: unknown) => {
        options.signal?.throwIfAborted();
        if (cause instanceof TimeoutError) throw cause;
        throw new ConnectionError(`${url} broke off.`, { cause });
      });
      if (part === undefined || part.done) return;
      bytes += part.value.length;
      if (bytes > client.bytesMax)
        throw new IntegrityError(`${url} sent more than ${client.bytesMax} bytes.`);
      const text = decoder.decode(part.value, { stream: true });
      pieces.push(text);
      if (!text.includes('\n')) continue;
      const lines = pieces.join('').split('\n');
      pieces = lines.splice(-1);
      if (isEndless) bytes = 0;
      yield* lines;
    }
  } finally {
    // What was read to its end, or broke off, has nothing left to cancel.
    await reader?.cancel().catch(() => undefined);
  }
};

/** The time of the call ends the wait for the response and the reading of an error, but no response that has begun. */
const fetchUntimed =
  (client: Client, signal: AbortSignal | undefined) =>
  async (url: string, init: RequestInit): Promise<Response> => {
    const ending = new AbortController();
    const end = (): void => ending.abort(init.signal?.reason);
    init.signal?.addEventListener('abort', end);
    const signals = [ending.signal, ...(signal ? [signal] : [])];
    const response = await client.fetch(url, { ...init, signal: AbortSignal.any(signals) });
    if (response.ok) init.signal?.removeEventListener('abort', end);
    return response;
  };

const inTime = async <Part>(reading: Promise<Part> | undefined, ms: number): Promise<Part | undefined> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`Nothing arrived for ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([reading, silence]);
  } finally {
    clearTimeout(timer);
  }
};

/** The object on a line. */
export const parseLine = (text: string, url: string): object => {
  try {
    const line = JSON.parse(text) as object | null;
    if (line?.constructor === Object) return line;
  } catch (cause) {
    throw new IntegrityError(`${url} sent invalid JSON.`, { cause });
  }
  throw new IntegrityError(`${url} sent a line that is no object.`);
};
