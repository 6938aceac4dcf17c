import type { IncomingMessage } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { EndpointMeter } from '../../metrics/endpoint-meter.ts';
import type { KeptAnswer, Lifetime, ResponseCache } from './response-cache.ts';

const chosen = /(?:^|;\s*)theme=(light|dark)(?:;|$)/;

/** The theme that a Cookie header chooses. */
export const themeOf = (cookie: string | undefined): 'light' | 'dark' | 'system' =>
  ((cookie === undefined ? undefined : chosen.exec(cookie)?.[1]) as 'light' | 'dark' | undefined) ?? 'system';

/** The key of a kept page, of which there is one for each theme. What has no theme is kept under its URL alone. */
export const pageKey = (url: string, cookie: string | undefined): string => `${url}\0${themeOf(cookie)}`;

interface Kept extends Lifetime, Pick<KeptAnswer, 'body' | 'etag' | 'isCompact'> {
  cache: ResponseCache;
  key: string;
  /** The cache's generation before anything was read for the reply. */
  generation: number;
  meter: EndpointMeter;
  onSend?: ((request: IncomingMessage) => void) | undefined;
}

/** Keeps a reply for all later requests that may see it, with the headers that it has by now. Returns whether it is kept. */
export const keepReply = (
  reply: FastifyReply,
  { cache, key, body, etag, isCompact = false, meter, onSend, ...lifetime }: Kept,
): boolean =>
  cache.keep(
    key,
    () => ({
      body,
      etag,
      isCompact,
      bytes: Buffer.byteLength(body),
      headers: keptHeaders(reply),
      meter,
      ...(onSend === undefined ? {} : { onSend }),
      encoded: new Map(),
    }),
    lifetime,
  );

/** All headers that are the same for every request. */
const keptHeaders = (reply: FastifyReply): string[] =>
  Object.entries(reply.getHeaders())
    .filter(([name]) => !perRequest.has(name))
    .flatMap(([name, value]) => [name, String(value)]);

const perRequest: ReadonlySet<string> = new Set(['x-request-id', 'set-cookie', 'content-length']);
