import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FileRoute, FormEffects, FormRoute, PageAnswer, PageRoute, Site, Visit } from '@patchbay/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '@patchbay/contract';
import type { Context } from '../context.ts';
import type { CountPage } from '../http/rates/limit-pages.ts';
import type { SiteCookies } from './cookies.ts';
import { type Keeper, sendPage, sendToAnyone } from './send-page.ts';
import { ApiError, packageTooLarge } from '../errors.ts';
import { formBytesMax } from '../http/form-body.ts';
import { refusalOfBody, refuseForeignPage } from '../http/refusals.ts';
import { matchesEtag } from '../http/request-head.ts';
import { inertFile, pages } from '../http/security-headers.ts';
import { prefixOf } from '../addresses.ts';
import { takePackage } from './forms.ts';

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

export const servePage = (
  scope: FastifyInstance,
  { context, cookies, visitOf, keeper: keep, packagePolicy }: SiteParts,
  page: PageRoute,
): void => {
  scope.get(page.path, { config: { isPage: true } }, async (request, reply) => {
    const keeper = keep();
    const {
      session,
      flow,
      theme: _theme,
      ...answer
    } = await page.answer(visitOf(request, reply, page.audience));
    if (page.audience === 'person') applyEffects(cookies, reply, { session, flow }, answer);
    // Before it is kept, with its headers.
    const policy = page.readsPackages === true ? await packagePolicy() : undefined;
    return sendPage(request, reply, { page, answer, keeper, policy, prefix: prefixOf(context.publicUrl()) });
  });
};

/** In the words of people: they see no body. */
const formTooLarge = (bytesMax: number): ApiError =>
  new ApiError('body_too_large', `The form holds more than ${bytesMax} bytes. Go back and shorten it.`);

export const serveForm = (
  scope: FastifyInstance,
  { context, cookies, visitOf }: SiteParts,
  { path, isHarmless = false, takesPackage = false, tokens = 1, answer, again }: FormRoute,
): void => {
  const { PACKAGE_BYTES_MAX } = context.config;
  const bytesMax = takesPackage ? formBytesMax(limits.bodyBytesMax, PACKAGE_BYTES_MAX) : limits.bodyBytesMax;
  const packageIsTooLarge = (): ApiError => packageTooLarge(PACKAGE_BYTES_MAX);
  const fieldsOf = ({ body }: FastifyRequest): URLSearchParams =>
    body instanceof URLSearchParams ? body : new URLSearchParams();
  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    { session, flow, theme, ...page }: PageAnswer & FormEffects,
  ): unknown => {
    applyEffects(cookies, reply, { session, flow, theme }, page);
    return sendPage(request, reply, { answer: page, prefix: prefixOf(context.publicUrl()) });
  };
  scope.post(
    path,
    {
      bodyLimit: bytesMax,
      config: { isPage: true, takesPackage, formTokens: tokens },
      onRequest: [
        refuseForeignPage(context),
        (request, _reply, done) =>
          done(refusalOfBody(request, bytesMax, takesPackage ? packageIsTooLarge : formTooLarge)),
      ],
      ...(isHarmless
        ? {}
        : { preHandler: (request, reply, done) => scope.csrfProtection(request, reply, done) }),
      errorHandler: (error, request, reply): unknown => {
        if (again === undefined || !isStale(error)) throw error;
        const visit = visitOf(request, reply, 'person');
        return again(visit, fieldsOf(request)).then((page) => send(request, reply, page));
      },
    },
    async (request, reply) => {
      await using until = new AsyncDisposableStack();
      const visit = visitOf(request, reply, 'person');
      const answered = await answer(visit, fieldsOf(request), () => takePackage(context, request, until));
      return send(request, reply, answered);
    },
  );
};

/** Sets the cookies that an answer asks for. */
const applyEffects = (
  cookies: SiteCookies,
  reply: FastifyReply,
  { session, flow, theme }: { readonly [Name in keyof FormEffects]: FormEffects[Name] | undefined },
  answer: PageAnswer,
): void => {
  if (session !== undefined) cookies.setSession(reply, session);
  if (flow !== undefined) cookies.setFlow(reply, flow);
  if (theme !== undefined) cookies.setTheme(reply, theme);
  const done = 'redirect' in answer ? /[?&]done=([a-z-]+)$/.exec(answer.redirect)?.[1] : undefined;
  if (done !== undefined) cookies.setDone(reply, done);
};

/**
 * Serves what the site has for machines. It is kept under its path: a query changes nothing unless the file takes one, so
 * that nobody can have a picture drawn again and again.
 */
export const serveFile = (
  scope: FastifyInstance,
  { keeper: keep, visitOf }: SiteParts,
  { path, changesWith, usedForSeconds, takesQuery = false, answer }: FileRoute,
): void => {
  scope.get(path, { config: { isPage: true } }, async (request, reply) => {
    const keeper = keep();
    const key = takesQuery ? request.url : request.url.replace(/\?.*/s, '');
    const kept = keeper.cache.answer(key);
    if (kept !== undefined) {
      reply.headers(pairs(kept.headers)).header('etag', kept.etag);
      return matchesEtag(request.headers['if-none-match'], kept.etag)
        ? reply.code(304).send()
        : reply.send(kept.body);
    }
    const visit = visitOf(request, reply, 'anyone');
    const { status, type, body } = await answer(
      takesQuery ? visit : { ...visit, query: new URLSearchParams() },
    );
    const cacheControl = usedForSeconds === undefined ? 'no-cache' : `max-age=${usedForSeconds}`;
    reply
      .headers({ ...inertFile, 'cache-control': status === 200 ? `public, ${cacheControl}` : 'no-store' })
      .code(status)
      .type(type);
    if (status === 503) reply.header('retry-after', '1');
    const sent = typeof body === 'string' ? body : Buffer.from(body.buffer, body.byteOffset, body.byteLength);
    if (status !== 200 || changesWith === undefined) return reply.send(sent);
    return sendToAnyone(request, reply, {
      ...keeper,
      body: sent,
      isCompact: typeof sent !== 'string',
      key,
      changesWith,
      showsDownloads: false,
    });
  });
};

const pairs = (list: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    list.flatMap((name, index) => (index % 2 === 0 ? [[name, list[index + 1] ?? ''] as const] : [])),
  );

const assetSeconds = 365 * 24 * 60 * 60;

/** Serves the files that pages load, from memory. */
export const serveAssets = async (scope: FastifyInstance, { assets }: Site): Promise<void> => {
  for (const { path, type, file, isImmutable } of assets) {
    const body = await readFile(file);
    const headers = {
      ...pages.site,
      'cache-control': isImmutable ? `public, max-age=${assetSeconds}, immutable` : 'public, no-cache',
      etag: `"${hash('sha1', body, 'base64url')}"`,
    };
    scope.get(path, (_request, reply) => reply.headers(headers).type(type).send(body));
  }
};

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
    show(request, reply, nothing.status, nothing.message),
  );
  scope.setErrorHandler((error, request, reply) => {
    // A page of the site would cost as much as the one that is refused.
    if (error instanceof ApiError && error.code === 'rate_limited') throw error;
    const { status, message } = pageFault(error, request.id);
    if (status >= 500) request.log.error({ err: error }, 'a page failed');
    return show(request, reply, status, message);
  });
};

interface PageFault {
  status: number;
  message: string;
}

const staleForm: PageFault = {
  status: 403,
  message:
    'This form cannot be used any more: somebody signed in or out since it was opened, or this browser keeps no cookies. Open its page in another tab, and send it from there.',
};

const nothing: PageFault = {
  status: 404,
  message: 'There is no page at this address. Check it, or search for a node.',
};

/** Errors of the framework, with what to do about them. */
const frameworkFaults: Readonly<Record<string, PageFault>> = {
  FST_CSRF_MISSING_SECRET: staleForm,
  FST_CSRF_INVALID_TOKEN: staleForm,
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    message: 'A page takes forms only as browsers send them. Programs call the API.',
  },
};

/** Whether a form has no good token. */
const isStale = ({ code = '' }: { code?: string }): boolean => frameworkFaults[code] === staleForm;

/** What the page of an error says: its cause is for the log. */
const pageFault = (error: unknown, requestId: string): PageFault => {
  if (error instanceof ApiError && error.status < 500)
    return { status: error.status, message: error.sentence };
  // The address, or a form that nobody filled in, has an empty id or dots in its place.
  if (error instanceof URIError) return nothing;
  const { code, statusCode } = error as { code?: string; statusCode?: number };
  const known = code === undefined ? undefined : frameworkFaults[code];
  if (known !== undefined) return known;
  if (statusCode !== undefined && statusCode < 500) {
    return { status: statusCode, message: 'The request is not valid. Check its address.' };
  }
  return {
    status: error instanceof ApiError ? error.status : 500,
    message: `The page could not be made. Try again, and report request ${requestId} if it fails again.`,
  };
};
