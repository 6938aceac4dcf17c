import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fastifyCookie } from '@fastify/cookie';
import fastifyCsrf from '@fastify/csrf-protection';
import { createClient } from '@patchbay/client';
import { limits, makeNaming } from '@patchbay/contract';
import type { FormRoute, PageRoute, Site, Visit } from '@patchbay/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { clientAddress } from '../http/client-address.ts';
import { readBytes } from '../http/read-bytes.ts';
import { refuseForeignPage } from '../http/refuse-foreign-page.ts';
import type { ResponseCache } from '../http/response-cache/response-cache.ts';
import { pages as pageHeaders } from '../http/security-headers.ts';
import { callRegistry, ownUrl } from './call-registry.ts';
import { SiteCookies } from './cookies.ts';
import { sendPage } from './send-page.ts';

const tokenField = 'form_token';
const assetSeconds = 365 * 24 * 60 * 60;

/** Serves the pages of the site, its forms and the files that they load. */
export const registerSite = async (
  app: FastifyInstance,
  context: Context,
  responseCache: ResponseCache,
): Promise<void> => {
  const { site } = await import('@patchbay/web');
  await app.register(async (scope) => {
    const cookies = new SiteCookies(context.publicUrl());
    await scope.register(fastifyCookie);
    await scope.register(fastifyCsrf, {
      ...cookies.ofForms,
      getToken: ({ body }) => (body as URLSearchParams | undefined)?.get(tokenField) ?? undefined,
    });
    takeForms(scope, context);
    const visitOf = visits(app, context, responseCache, cookies);
    for (const page of site.pages) servePage(scope, context, responseCache, page, visitOf);
    for (const form of site.forms) serveForm(scope, context, cookies, form, visitOf);
    scope.setErrorHandler(showError(site, visitOf));
    await serveAssets(scope, site);
  });
};

type VisitOf = (request: FastifyRequest, reply: FastifyReply, audience: PageRoute['audience']) => Visit;

/** A request as the pages see it. Nobody is known on a page for anyone. */
const visits = (
  app: FastifyInstance,
  { config, profile, publicUrl }: Context,
  cache: ResponseCache,
  cookies: SiteCookies,
): VisitOf => {
  const fetchAs = callRegistry(app, cache, profile);
  const { toHost = (path: string) => path } = makeNaming(profile.naming) ?? {};
  const addressOf = clientAddress(config.TRUST_PROXY);
  return (request, reply, audience) => {
    const token = audience === 'person' ? cookies.session(request) : undefined;
    return {
      client: createClient({ url: ownUrl, token, fetch: fetchAs(addressOf(request.raw)), retries: 0 }),
      isSignedIn: token !== undefined,
      params: request.params as Visit['params'],
      query: new URLSearchParams(request.url.split(/\?(.*)/s)[1] ?? ''),
      address: request.url,
      publicUrl: publicUrl(),
      toHost,
      theme: cookies.theme(request),
      formToken: audience === 'person' ? reply.generateCsrf() : '',
    };
  };
};

const servePage = (
  scope: FastifyInstance,
  context: Context,
  cache: ResponseCache,
  page: PageRoute,
  visitOf: VisitOf,
): void => {
  scope.get(page.path, { config: { isPage: true } }, async (request, reply) => {
    const { generation } = cache;
    const answer = await page.answer(visitOf(request, reply, page.audience));
    return sendPage(request, reply, { page, answer, cache, generation, meter: context.metrics.requestsOf() });
  });
};

const serveForm = (
  scope: FastifyInstance,
  context: Context,
  cookies: SiteCookies,
  { path, isHarmless = false, answer }: FormRoute,
  visitOf: VisitOf,
): void => {
  scope.post(
    path,
    {
      bodyLimit: limits.bodyBytesMax,
      config: { isPage: true },
      onRequest: refuseForeignPage(context),
      ...(isHarmless
        ? {}
        : { preHandler: (request, reply, done) => scope.csrfProtection(request, reply, done) }),
    },
    async (request, reply) => {
      const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
      const { session, theme, ...page } = await answer(visitOf(request, reply, 'person'), fields);
      if (session !== undefined) cookies.setSession(reply, session);
      if (theme !== undefined) cookies.setTheme(reply, theme);
      return sendPage(request, reply, { answer: page });
    },
  );
};

/** Forms as browsers send them. Only those of this site are read here. */
const takeForms = (scope: FastifyInstance, { config }: Context): void => {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('application/x-www-form-urlencoded', (request, payload, done) => {
    const bounds = { bytesMax: request.routeOptions.bodyLimit, arrivalMs: config.REQUEST_TIMEOUT * 1000 };
    readBytes(payload, bounds, (error, bytes) => {
      if (error === undefined) done(null, new URLSearchParams(bytes.toString()));
      else done(error);
    });
  });
};

const showError =
  (site: Site, visitOf: VisitOf) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): unknown => {
    const status = statusOf(error);
    if (status >= 500) request.log.error({ err: error }, 'a page failed');
    const message =
      status >= 500
        ? `The page could not be made. Try again, and report request ${request.id} if it fails again.`
        : (error as Error).message;
    return sendPage(request, reply, {
      answer: site.errorPage(visitOf(request, reply, 'anyone'), status, message),
    });
  };

const statusOf = (error: unknown): number => {
  if (error instanceof ApiError) return error.status;
  const { statusCode } = error as { statusCode?: number };
  return statusCode ?? 500;
};

const serveAssets = async (scope: FastifyInstance, site: Site): Promise<void> => {
  for (const { path, type, file, isImmutable } of site.assets) {
    const body = await readFile(file);
    const headers = {
      ...pageHeaders.site,
      'cache-control': isImmutable ? `public, max-age=${assetSeconds}, immutable` : 'public, no-cache',
      etag: `"${hash('sha1', body, 'base64url')}"`,
    };
    scope.get(path, (_request, reply) => reply.headers(headers).type(type).send(body));
  }
};
