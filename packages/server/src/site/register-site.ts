import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fastifyCookie } from '@fastify/cookie';
import { createClient } from '@patchbay/client';
import { limits } from '@patchbay/contract';
import type { FormRoute, PageRoute, Site, Visit } from '@patchbay/web';
import type { FastifyInstance, FastifyReply, FastifyRequest, onSendAsyncHookHandler } from 'fastify';
import type { Context } from '../context.ts';
import { clientAddress } from '../http/client-address.ts';
import { readBytes } from '../http/read-bytes.ts';
import { refuseForeignPage } from '../http/refuse-foreign-page.ts';
import type { ResponseCache } from '../http/response-cache/response-cache.ts';
import { pages as pageHeaders } from '../http/security-headers.ts';
import { callRegistry, ownUrl } from './call-registry.ts';
import { SiteCookies } from './cookies.ts';
import { guardForms } from './guard-forms.ts';
import { packagePolicy } from './package-policy.ts';
import { pageFault } from './page-fault.ts';
import { sendPage } from './send-page.ts';
import type { Keeper } from './send-to-anyone.ts';
import { serveFile } from './serve-file.ts';

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
    const formToken = await guardForms(scope, context, cookies);
    takeForms(scope, context);
    const visitOf = visits(app, context, responseCache, cookies, formToken);
    for (const file of site.files) {
      serveFile(
        scope,
        () => keeperOf(context, responseCache),
        file,
        (request, reply) => visitOf(request, reply, 'anyone'),
      );
    }
    const policyOf = packagePolicy(context);
    for (const page of site.pages) servePage(scope, context, responseCache, cookies, page, visitOf, policyOf);
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
  formToken: (request: FastifyRequest, reply: FastifyReply) => string,
): VisitOf => {
  const { fetchAs, wireAddress } = callRegistry(app, cache, profile);
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
      theme: cookies.theme(request),
      wireAddress,
      formToken: audience === 'person' ? formToken(request, reply) : '',
    };
  };
};

const keeperOf = ({ metrics }: Context, cache: ResponseCache): Keeper => ({
  cache,
  generation: cache.generation,
  meter: metrics.requestsOf(),
});

const servePage = (
  scope: FastifyInstance,
  context: Context,
  cache: ResponseCache,
  cookies: SiteCookies,
  page: PageRoute,
  visitOf: VisitOf,
  policyOf: () => Promise<string>,
): void => {
  const onSend: onSendAsyncHookHandler = async (_request, reply) => {
    if (page.readsPackages === true) reply.header('content-security-policy', await policyOf());
  };
  scope.get(page.path, { config: { isPage: true }, onSend }, async (request, reply) => {
    const keeper = keeperOf(context, cache);
    const { session, ...answer } = await page.answer(visitOf(request, reply, page.audience));
    if (session !== undefined && page.audience === 'person') cookies.setSession(reply, session);
    return sendPage(request, reply, { page, answer, keeper });
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
    const { status, message } = pageFault(error, request.id);
    if (status >= 500) request.log.error({ err: error }, 'a page failed');
    return sendPage(request, reply, {
      answer: site.errorPage(visitOf(request, reply, 'anyone'), status, message),
    });
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
