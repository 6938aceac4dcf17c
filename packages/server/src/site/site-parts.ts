import type { PageRoute, Visit } from '@patchbay/web';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { CountPage } from '../http/rates/limit-pages.ts';
import type { SiteCookies } from './cookies.ts';
import type { Keeper } from './send-page.ts';

/** A request as the pages see it. Nobody is known on a page for anyone. */
export type VisitOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  audience: PageRoute['audience'],
) => Visit;

/** What the routes of the site share. */
export interface SiteParts {
  context: Context;
  cookies: SiteCookies;
  visitOf: VisitOf;
  countPage: CountPage;
  /** Asked before anything is read for an answer. */
  keeper: () => Keeper;
  /** The Content-Security-Policy of a page that reads packages. */
  packagePolicy: () => Promise<string>;
}
