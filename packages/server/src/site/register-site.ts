import { fastifyCookie } from '@fastify/cookie';
import { type DirectCall, createClient } from '@patchbay/client';
import { makeNaming } from '@patchbay/contract';
import type { Visit } from '@patchbay/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { clientAddress } from '../http/client-address.ts';
import { limitPages } from '../http/rates/limit-pages.ts';
import type { ResponseCache } from '../http/response-cache/response-cache.ts';
import { searchParamsOf } from '../http/request-head.ts';
import { sitePolicy } from '../http/security-headers.ts';
import { heavyTurn } from '../limits/heavy-turn.ts';
import { OperatorError } from '../operator-error.ts';
import { shareReads } from '../store/prepare.ts';
import { callRegistry, ownUrl } from './call-registry.ts';
import { SiteCookies } from './cookies.ts';
import { guardForms, takeForms } from './forms.ts';
import {
  serveAssets,
  serveErrors,
  serveFile,
  serveForm,
  servePage,
  type SiteParts,
  type VisitOf,
} from './routes.ts';

interface Known {
  cookies: SiteCookies;
  formToken: (request: FastifyRequest, reply: FastifyReply) => string;
}

/** Makes requests into visits. */
const visits = (app: FastifyInstance, context: Context, { cookies, formToken }: Known): VisitOf => {
  const { config, profile, publicUrl, replication, store } = context;
  const { fetchAs, wireAddress } = callRegistry(app, context);
  const { toHost = (path: string) => path } = makeNaming(profile.naming) ?? {};
  const addressOf = clientAddress(config.TRUST_PROXY);
  const directCalls = (request: FastifyRequest, reply: FastifyReply): DirectCall => {
    const page = { request, reply, read: shareReads(store.read) };
    return (method, path, args) => app.readInProcess(page, method, path, args);
  };
  return (request, reply, audience) => {
    const token = audience === 'person' ? cookies.session(request) : undefined;
    if (token !== undefined) cookies.markSession(request, reply);
    const direct = audience === 'anyone' ? directCalls(request, reply) : undefined;
    const fetch = fetchAs(addressOf(request.raw), request.headers['user-agent']);
    return {
      client: createClient({ url: ownUrl, token, fetch, retries: 0, direct }),
      isSignedIn: token !== undefined,
      turn: heavyTurn,
      params: request.params as Visit['params'],
      query: searchParamsOf(request.query),
      address: request.url,
      publicUrl: publicUrl(),
      securityContact: config.SECURITY_CONTACT,
      mirrorOf: replication?.kind === 'mirror' ? replication.origin : undefined,
      toHost,
      theme: cookies.theme(request),
      wireAddress,
      done: audience === 'person' ? cookies.takeDone(request, reply) : undefined,
      flow: audience === 'person' ? cookies.flow(request) : undefined,
      formToken: audience === 'person' ? formToken(request, reply) : '',
    };
  };
};

/** Serves the pages of the site, its forms and the files that they load. */
export const registerSite = async (
  app: FastifyInstance,
  context: Context,
  cache: ResponseCache,
): Promise<void> => {
  const { site } = await import('@patchbay/web').catch(notBuilt);
  await app.register(async (scope) => {
    const cookies = new SiteCookies(context.publicUrl());
    await scope.register(fastifyCookie);
    const formToken = await guardForms(scope, context, cookies);
    takeForms(scope, context);
    const parts: SiteParts = {
      context,
      cookies,
      visitOf: visits(app, context, { cookies, formToken }),
      keeper: () => ({ cache, generation: cache.generation, meter: context.metrics.requestsOf() }),
      // Cookies are read for the pages that there are.
      countPage: limitPages(scope, context, (request) =>
        request.is404 ? undefined : cookies.session(request),
      ),
      packagePolicy: packagePolicy(context),
    };
    for (const file of site.files) serveFile(scope, parts, file);
    for (const page of site.pages) servePage(scope, parts, page);
    for (const form of site.forms) serveForm(scope, parts, form);
    serveErrors(app, scope, parts, site);
    await serveAssets(scope, site);
  });
};

/** An installation without its scripts leaves the site unbuilt. */
const notBuilt = (error: NodeJS.ErrnoException): never => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
  throw new OperatorError('The web site is not built. Run npm run build.', { cause: error });
};

interface Parts {
  config: Pick<Context['config'], 'PACKAGES_PUBLIC_URL'>;
  blobs: Pick<Context['blobs'], 'signDownload'>;
}

/**
 * The Content-Security-Policy of pages that read packages: scripts may fetch them where they are stored, and show their
 * pictures.
 */
export const packagePolicy = ({ config, blobs }: Parts): (() => Promise<string>) => {
  const { PACKAGES_PUBLIC_URL: publicUrl } = config;
  const { signDownload } = blobs;
  let known: string | undefined;
  const find = async (): Promise<string | undefined> => {
    if (publicUrl !== undefined) return new URL(publicUrl).origin;
    // The form of its address is known to the store alone; no request is made for it.
    return signDownload && new URL(await signDownload('any', 'any')).origin;
  };
  return async () => {
    // If its credentials are away, so are its packages.
    known ??= await find().catch(() => undefined);
    return sitePolicy({ connect: known === undefined ? [] : [known], pictures: ['blob:'] });
  };
};
