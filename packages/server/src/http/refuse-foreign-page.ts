import type { onRequestHookHandler } from 'fastify';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';

/**
 * Refuses what a browser sends from a page of another server. Nobody's rights are at stake, because no cookie is read,
 * but a person must find only what they typed themselves on a page of this server. Programs send neither header.
 */
export const refuseForeignPage =
  ({ publicUrl }: Pick<Context, 'publicUrl'>): onRequestHookHandler =>
  (request, _reply, done) => {
    const { 'sec-fetch-site': site, origin } = request.headers;
    const own = [request.host, new URL(publicUrl()).host];
    const isOwn =
      site === undefined
        ? origin === undefined || own.some((host) => origin.endsWith(`://${host}`))
        : site === 'same-origin' || site === 'none';
    done(isOwn ? undefined : foreignPage());
  };

/**
 * Refuses what a browser sends from any page without a valid Bearer, to an endpoint that a setting opened to everyone
 * who reaches the server: a browser inside that network sends the requests of foreign pages, too. A foreign host name
 * can resolve to this server, so its own pages are no exception. Runs after the caller is identified.
 */
export const refuseAnonymousPage: onRequestHookHandler = ({ actor, headers }, _reply, done) => {
  const isFromPage = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
  done(isFromPage && actor.kind === 'anonymous' ? anonymousPage() : undefined);
};

const anonymousPage = (): ApiError =>
  new ApiError(
    'forbidden',
    'A web page cannot do this without a Bearer. Send one, or send the request from a program.',
  );

const foreignPage = (): ApiError =>
  new ApiError(
    'forbidden',
    'Another page sent this form. Open the page of this registry and fill in the form there.',
  );
