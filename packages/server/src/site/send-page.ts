import type { PageAnswer, PageRoute } from '@patchbay/web';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pageKey } from '../http/response-cache/page-key.ts';
import { pages } from '../http/security-headers.ts';
import { type Keeper, sendToAnyone } from './send-to-anyone.ts';

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
  const { status, html, isIndexed } = answer;
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
