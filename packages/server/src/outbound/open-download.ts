import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Agent, Response } from 'undici';
import { OutboundError, isForeignAddress, lookUpGuarded, nameServers } from './outbound-agent.ts';

const redirectsMax = 3;
const timeouts = { connectMs: 10_000, silentMs: 60_000 } as const;
/** After a while, what comes more slowly on average is given up: it would keep others waiting for days. */
const usualPace = { afterMs: 60_000, bytesPerSecond: 8 * 1024 };

interface Wanted {
  /** Of the server that named the address. */
  origin: string;
  userAgent: string;
  bytesMax: number;
  signal: AbortSignal;
  pace?: typeof usualPace;
}

/**
 * The bytes at an address that a trusted server named, as a stream. Followed are addresses on the origin of that
 * server, which the operator chose, and others over https whose hosts are on the public internet; redirects likewise.
 * Throws OutboundError.
 */
export const openDownload = async (
  address: string,
  { origin, userAgent, bytesMax, signal, pace = usualPace }: Wanted,
): Promise<Readable> => {
  const {
    default: { Agent: Connections, fetch },
  } = await import('undici');
  const open = (connect: object): Agent =>
    new Connections({
      connect: { timeout: timeouts.connectMs, ...connect },
      headersTimeout: timeouts.silentMs,
      bodyTimeout: timeouts.silentMs,
      maxHeaderSize: 16 * 1024,
    });
  let url = requireAllowed(address, origin);
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    const agent = open(
      url.origin === origin ? {} : { lookup: lookUpGuarded(nameServers(timeouts.connectMs)) },
    );
    const end = (): Promise<void> => agent.destroy();
    let response: Response;
    try {
      const headers = { 'user-agent': userAgent, 'accept-encoding': 'identity' };
      response = await fetch(url, { dispatcher: agent, redirect: 'manual', headers, signal });
    } catch (cause) {
      await end();
      throw new OutboundError(`${url.host} cannot be reached`, { passes: true, cause });
    }
    const { status, headers, body } = response;
    if (status === 200 && body !== null) {
      return untilEnd(body, { length: headers.get('content-length'), bytesMax, pace, end });
    }
    await end();
    if (status < 300 || status >= 400) {
      throw new OutboundError(`${url.host} answers with status ${status}`, {
        passes: status === 429 || status >= 500,
        ...retryAfterOf(headers),
      });
    }
    url = requireAllowed(headers.get('location') ?? '', origin, url);
  }
  throw new OutboundError(`${url.host} redirects more than ${redirectsMax} times`);
};

/** The seconds of a Retry-After; 0 without one, and for a date, as the client of a registry takes it. */
export const retryAfterOf = (headers: {
  get(name: string): string | null;
}): { retryAfterSeconds: number } => {
  const seconds = Number(headers.get('retry-after'));
  return { retryAfterSeconds: seconds > 0 ? seconds : 0 };
};

/** The body, which fails if it is shorter than its length says, and closes its connection at its end. */
const untilEnd = (
  body: ReadableStream,
  {
    length,
    bytesMax,
    pace,
    end,
  }: { length: string | null; bytesMax: number; pace: typeof usualPace; end: () => Promise<void> },
): Readable =>
  Readable.from(
    (async function* () {
      let bytes = 0;
      const begun = performance.now();
      try {
        for await (const chunk of body as AsyncIterable<Uint8Array>) {
          bytes += chunk.length;
          // One more chunk shows that there is more, and the sender is not read to its end.
          if (bytes - chunk.length > bytesMax) return;
          requirePace(bytes, performance.now() - begun, pace);
          yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
        }
      } catch (cause) {
        if (cause instanceof OutboundError) throw cause;
        throw new OutboundError('the download ended before it was complete', { passes: true, cause });
      } finally {
        await end();
      }
      if (length !== null && Number(length) !== bytes) {
        throw new OutboundError(`the download has ${bytes} bytes instead of ${length}`, { passes: true });
      }
    })(),
    { objectMode: false },
  );

const requirePace = (bytes: number, ms: number, { afterMs, bytesPerSecond }: typeof usualPace): void => {
  if (ms < afterMs || bytes >= (ms / 1_000) * bytesPerSecond) return;
  throw new OutboundError(`the download has fewer than ${bytesPerSecond} bytes a second`, { passes: true });
};

const requireAllowed = (address: string, origin: string, base?: URL): URL => {
  if (!URL.canParse(address, base?.href ?? origin)) throw new OutboundError('the address is not well-formed');
  const url = new URL(address, base?.href ?? origin);
  if (url.username !== '' || url.password !== '') throw new OutboundError('the address contains a password');
  if (url.origin === origin) return url;
  if (url.protocol !== 'https:') {
    throw new OutboundError(`${url.host} is another server, and its address does not begin with https://`);
  }
  if (!isForeignAddress(url.hostname)) throw new OutboundError(`${url.host} is not on the public internet`);
  return url;
};
