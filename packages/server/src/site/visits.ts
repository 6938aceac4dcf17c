import { type DirectCall, createClient } from '@patchbay/client';
import { makeNaming } from '@patchbay/contract';
import type { Visit } from '@patchbay/web';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import { clientAddress } from '../http/client-address.ts';
import { searchParamsOf } from '../http/search-params-of.ts';
import { shareReads } from '../store/prepare.ts';
import { callRegistry, ownUrl } from './call-registry.ts';
import type { SiteCookies } from './cookies.ts';
import type { VisitOf } from './site-parts.ts';

interface Known {
  cookies: SiteCookies;
  formToken: (request: FastifyRequest, reply: FastifyReply) => string;
}

/** Makes requests into visits. */
export const visits = (app: FastifyInstance, context: Context, { cookies, formToken }: Known): VisitOf => {
  const { config, profile, publicUrl, store } = context;
  const { fetchAs, wireAddress } = callRegistry(app, context);
  const { toHost = (path: string) => path } = makeNaming(profile.naming) ?? {};
  const addressOf = clientAddress(config.TRUST_PROXY);
  const directCalls = (request: FastifyRequest, reply: FastifyReply): DirectCall => {
    const page = { request, reply, read: shareReads(store.read) };
    return (method, path, args) => app.readInProcess(page, method, path, args);
  };
  return (request, reply, audience) => {
    const token = audience === 'person' ? cookies.session(request) : undefined;
    const direct = audience === 'anyone' ? directCalls(request, reply) : undefined;
    const fetch = fetchAs(addressOf(request.raw));
    return {
      client: createClient({ url: ownUrl, token, fetch, retries: 0, direct }),
      isSignedIn: token !== undefined,
      params: request.params as Visit['params'],
      query: searchParamsOf(request.query),
      address: request.url,
      publicUrl: publicUrl(),
      toHost,
      theme: cookies.theme(request),
      wireAddress,
      formToken: audience === 'person' ? formToken(request, reply) : '',
    };
  };
};
