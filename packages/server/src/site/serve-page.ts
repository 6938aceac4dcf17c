import type { PageRoute } from '@patchbay/web';
import type { FastifyInstance } from 'fastify';
import { prefixOf } from '../prefix-of.ts';
import { sendPage } from './send-page.ts';
import type { SiteParts } from './site-parts.ts';

export const servePage = (
  scope: FastifyInstance,
  { context, cookies, visitOf, keeper: keep, packagePolicy }: SiteParts,
  page: PageRoute,
): void => {
  scope.get(page.path, { config: { isPage: true } }, async (request, reply) => {
    const keeper = keep();
    const { session, ...answer } = await page.answer(visitOf(request, reply, page.audience));
    if (session !== undefined && page.audience === 'person') cookies.setSession(reply, session);
    // Before it is kept, with its headers.
    const policy = page.readsPackages === true ? await packagePolicy() : undefined;
    return sendPage(request, reply, { page, answer, keeper, policy, prefix: prefixOf(context.publicUrl()) });
  });
};
