import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RenderedCache } from '../rendered/rendered-cache.ts';
import { matchesEtag } from './matches-etag.ts';

/** Where and under what an answer may be kept. */
export interface Keeping {
  cache: RenderedCache;
  /** Of the cache, before the answer was read. */
  generation: number;
  nodeKey: string | undefined;
  onSend: () => void;
}

/** Sends an answer with its ETag, or 304, and keeps it as it is for all who ask again without a name. */
export const sendRendered = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
  { cache, generation, nodeKey, onSend }: Keeping,
): FastifyReply => {
  const text = reply.serialize(answer as object) as string;
  const etag = `"${createHash('sha1').update(text).digest('base64url')}"`;
  reply.type('application/json; charset=utf-8').header('vary', 'accept-encoding');
  if (request.headers.authorization === undefined && request.method === 'GET') {
    const headers = Object.entries(reply.getHeaders())
      .filter(([name]) => name !== 'x-request-id')
      .flatMap(([name, value]) => [name, String(value)]);
    cache.keep(
      request.raw.url ?? '',
      { text, answer: { etag, headers, onSend, encoded: new Map() } },
      { nodeKey, generation },
    );
  }
  onSend();
  reply.header('etag', etag);
  return matchesEtag(request.headers['if-none-match'], etag) ? reply.code(304).send() : reply.send(text);
};
