import { hash } from 'node:crypto';
import type { PageAnswer, PageRoute } from '@patchbay/web';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { matchesEtag } from '../http/request-head.ts';
import { keepReply, pageKey } from '../http/response-cache/keep-reply.ts';
import type { KeptAnswer, ResponseCache } from '../http/response-cache/response-cache.ts';
import { pages } from '../http/security-headers.ts';
import type { EndpointMeter } from '../metrics/endpoint-meter.ts';
import { nodeKey } from '../store/rows/nodes.ts';

interface Sent {
  answer: PageAnswer;
  /** Of the site. */
  prefix: string;
  /** Of a page that may be kept: what it is, and what keeps it. */
  page?: PageRoute;
  keeper?: Keeper;
  /** Its Content-Security-Policy, unless it is that of all pages. */
  policy?: string | undefined;
}

/** Sends a page, or where to go instead, and keeps a page that is the same for every visitor. */
export const sendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  { answer, prefix, page, keeper, policy }: Sent,
): unknown => {
  reply.headers(pages.site).header('cache-control', 'no-store');
  if (policy !== undefined) reply.header('content-security-policy', policy);
  if ('redirect' in answer)
    return reply
      .code(303)
      .header('location', prefix + answer.redirect)
      .send();
  const { status, html, isIndexed, leaveTo } = answer;
  // The policy of forms forbids that one leads to another site, at once or by any redirect.
  if (leaveTo !== undefined) reply.header('refresh', `0; url=${leaveTo}`);
  if (!isIndexed) reply.header('x-robots-tag', 'noindex');
  reply.code(status).type('text/html; charset=utf-8');
  const changesWith = page?.audience === 'anyone' && status === 200 ? page.changesWith : undefined;
  if (changesWith === undefined || keeper === undefined) return reply.send(html);
  reply.headers({ 'cache-control': 'public, no-cache', vary: 'accept-encoding, cookie' });
  return sendToAnyone(request, reply, {
    ...keeper,
    body: html,
    key: pageKey(request.url, request.headers.cookie),
    changesWith,
    showsDownloads: true,
  });
};

/** Where an answer is kept. */
export interface Keeper {
  cache: ResponseCache;
  /** The cache's generation before anything was read for the answer. */
  generation: number;
  meter: EndpointMeter;
}

interface SentToAnyone extends Keeper {
  body: KeptAnswer['body'];
  isCompact?: boolean;
  key: string;
  changesWith: NonNullable<PageRoute['changesWith']>;
  showsDownloads: boolean;
}

/** Sends and keeps what is the same for everyone who asks, under the headers that the reply has by now. */
export const sendToAnyone = (request: FastifyRequest, reply: FastifyReply, sent: SentToAnyone): unknown => {
  const { changesWith, ...kept } = sent;
  const etag = `"${hash('sha1', sent.body, 'base64url')}"`;
  const { nodeId } = request.params as { nodeId?: string };
  if (request.method === 'GET') {
    const isOfNode = changesWith === 'node' && nodeId !== undefined;
    keepReply(reply, { ...kept, etag, nodeKey: isOfNode ? nodeKey(nodeId) : undefined });
  }
  reply.header('etag', etag);
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  return reply.send(sent.body);
};
