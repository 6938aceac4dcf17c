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

const foreignPage = (): ApiError =>
  new ApiError(
    'forbidden',
    'Another page sent this form. Open the page of this registry and fill in the form there.',
  );
