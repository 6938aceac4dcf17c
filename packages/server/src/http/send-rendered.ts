import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Lifetime, RenderedCache } from '../rendered/rendered-cache.ts';
import { matchesEtag } from './matches-etag.ts';

/** Where and under what an answer may be kept. */
export interface Keeping extends Lifetime {
  cache: RenderedCache;
  /** Of the cache, before the answer was read. */
  generation: number;
  onSend: () => void;
}

/** Sends an answer with its ETag, or 304; with `keeping`, the same text to all who ask again without a name. */
export const sendRendered = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
  keeping: Keeping | undefined,
): FastifyReply => {
  const text = reply.serialize(answer) as string;
  const etag = `"${hash('sha1', text, 'base64url')}"`;
  reply.type('application/json; charset=utf-8');
  if (keeping !== undefined) {
    reply.header('vary', 'accept-encoding');
    if (request.headers.authorization === undefined && request.method === 'GET') {
      keep(request, reply, { text, etag }, keeping);
    }
    keeping.onSend();
  }
  reply.header('etag', etag);
  return matchesEtag(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(text);
};

const keep = (
  request: FastifyRequest,
  reply: FastifyReply,
  { text, etag }: { text: string; etag: string },
  { cache, onSend, ...lifetime }: Keeping,
): void => {
  cache.keep(
    request.raw.url ?? '',
    () => ({
      text,
      etag,
      bytes: Buffer.byteLength(text),
      headers: Object.entries(reply.getHeaders())
        .filter(([name]) => name !== 'x-request-id')
        .flatMap(([name, value]) => [name, String(value)]),
      onSend,
      encoded: new Map(),
    }),
    lifetime,
  );
};
