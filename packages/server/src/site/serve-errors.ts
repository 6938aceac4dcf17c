import type { Site } from '@patchbay/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { prefixOf } from '../prefix-of.ts';
import { pageFault } from './page-fault.ts';
import { sendPage } from './send-page.ts';
import type { SiteParts } from './site-parts.ts';

/** Answers what went wrong with a page: for every address of the site, and for one where the whole server has nothing. */
export const serveErrors = (
  app: FastifyInstance,
  scope: FastifyInstance,
  { context: { publicUrl }, visitOf, countPage }: SiteParts,
  site: Site,
): void => {
  const show = (request: FastifyRequest, reply: FastifyReply, status: number, message: string): unknown =>
    sendPage(request, reply, {
      answer: site.errorPage(visitOf(request, reply, 'anyone'), status, message),
      prefix: prefixOf(publicUrl()),
    });
  // Programs get an error before.
  app.setNotFoundHandler({ preHandler: countPage }, (request, reply) =>
    show(request, reply, 404, 'There is no page at this address. Check it, or search for a node.'),
  );
  scope.setErrorHandler((error, request, reply) => {
    // A page of the site would cost as much as the one that is refused.
    if (error instanceof ApiError && error.code === 'rate_limited') throw error;
    const { status, message } = pageFault(error, request.id);
    if (status >= 500) request.log.error({ err: error }, 'a page failed');
    return show(request, reply, status, message);
  });
};
