import type { PageRoute } from '@patchbay/web';
import type { FastifyInstance, onSendAsyncHookHandler } from 'fastify';
import { prefixOf } from '../policy/prefix-of.ts';
import { sendPage } from './send-page.ts';
import type { SiteParts } from './site-parts.ts';

export const servePage = (
  scope: FastifyInstance,
  { context, cookies, visitOf, keeper: keep, packagePolicy }: SiteParts,
  page: PageRoute,
): void => {
  const onSend: onSendAsyncHookHandler = async (_request, reply) => {
    if (page.readsPackages === true) reply.header('content-security-policy', await packagePolicy());
  };
  scope.get(page.path, { config: { isPage: true }, onSend }, async (request, reply) => {
    const keeper = keep();
    const { session, ...answer } = await page.answer(visitOf(request, reply, page.audience));
    if (session !== undefined && page.audience === 'person') cookies.setSession(reply, session);
    return sendPage(request, reply, { page, answer, keeper, prefix: prefixOf(context.publicUrl()) });
  });
};
