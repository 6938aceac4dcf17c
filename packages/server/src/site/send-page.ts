import { hash } from 'node:crypto';
import type { PageAnswer, PageRoute } from '@patchbay/web';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../http/matches-etag.ts';
import { pageKey } from '../http/response-cache/page-key.ts';
import type { ResponseCache } from '../http/response-cache/response-cache.ts';
import { pages } from '../http/security-headers.ts';
import type { EndpointMeter } from '../metrics/endpoint-meter.ts';
import { nodeKey } from '../store/rows/nodes.ts';

interface Sent {
  answer: PageAnswer;
  /** Of the site. */
  prefix: string;
  /** Of a page that may be kept: what it is, where, and the cache's generation before anything was read for it. */
  page?: PageRoute;
  cache?: ResponseCache;
  generation?: number;
  meter?: EndpointMeter;
}

/** Sends a page, or where to go instead, and keeps a page that is the same for every visitor. */
export const sendPage = (request: FastifyRequest, reply: FastifyReply, sent: Sent): unknown => {
  const { answer, prefix, page, cache, generation, meter } = sent;
  reply.headers(pages.site).header('cache-control', 'no-store');
  if ('redirect' in answer)
    return reply
      .code(303)
      .header('location', prefix + answer.redirect)
      .send();
  const { status, html, isIndexed } = answer;
  if (!isIndexed) reply.header('x-robots-tag', 'noindex');
  reply.code(status).type('text/html; charset=utf-8');
  const changesWith = page?.audience === 'anyone' && status === 200 ? page.changesWith : undefined;
  if (changesWith === undefined || cache === undefined || generation === undefined || meter === undefined) {
    return reply.send(html);
  }
  const etag = `"${hash('sha1', html, 'base64url')}"`;
  reply.headers({ 'cache-control': 'public, no-cache', vary: 'accept-encoding, cookie' });
  const { nodeId } = request.params as { nodeId?: string };
  if (request.method === 'GET') {
    cache.keep(
      pageKey(request.url, request.headers.cookie),
      () => ({
        body: html,
        etag,
        bytes: Buffer.byteLength(html),
        headers: keptHeaders(reply),
        meter,
        encoded: new Map(),
      }),
      {
        nodeKey: changesWith === 'node' && nodeId !== undefined ? nodeKey(nodeId) : undefined,
        showsDownloads: true,
        generation,
      },
    );
  }
  reply.header('etag', etag);
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.send(html);
};

/** All headers that are the same for every request. */
const keptHeaders = (reply: FastifyReply): string[] =>
  Object.entries(reply.getHeaders())
    .filter(([name]) => !perRequest.has(name))
    .flatMap(([name, value]) => [name, String(value)]);

const perRequest: ReadonlySet<string> = new Set(['x-request-id', 'set-cookie', 'content-length']);
