import type { BodyInit } from 'undici';
import { OutboundError, openOutboundAgent, requireForeignUrl } from './outbound-agent.ts';

interface Bounds {
  /** Whether plain HTTP and private addresses are allowed. */
  mayCallPrivate: boolean;
  timeoutMs: number;
  bytesMax: number;
}

/** A request as libraries make it. */
interface Init {
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: BodyInit | null | undefined;
}

/** Statuses of a response that has no body. */
const bodiless = new Set([204, 205, 304]);

/**
 * A `fetch` for libraries that call a foreign server. It follows no redirect, and reads at most so many bytes in so much
 * time, over a connection of its own. Rejects with OutboundError.
 */
export const fetchBounded =
  ({ mayCallPrivate, timeoutMs, bytesMax }: Bounds) =>
  async (address: string, { method, headers, body }: Init): Promise<Response> => {
    const url = requireForeignUrl(address, mayCallPrivate);
    const {
      default: { fetch },
    } = await import('undici');
    const agent = await openOutboundAgent(mayCallPrivate, timeoutMs);
    try {
      const response = await fetch(url, {
        method,
        headers: { ...headers, 'accept-encoding': 'identity' },
        body: body ?? null,
        dispatcher: agent,
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'manual',
      });
      const bytes = await readBounded(response.body ?? [], bytesMax, url.host);
      const { status } = response;
      return new Response(bodiless.has(status) ? null : bytes, { status, headers: [...response.headers] });
    } catch (cause) {
      if (cause instanceof OutboundError) throw cause;
      throw new OutboundError(`${url.host} cannot be reached`, { passes: true, cause });
    } finally {
      await agent.destroy();
    }
  };

const readBounded = async (
  body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  bytesMax: number,
  host: string,
): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new OutboundError(`${host} sends more than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
};
