import { type Profile, fetchInNamesOf } from '@patchbay/contract';
import type { FastifyInstance } from 'fastify';
import type { ResponseCache } from '../http/response-cache/response-cache.ts';

/** Where the pages call this registry. It is no address: the calls never leave the process. */
export const ownUrl = 'http://registry.invalid';

interface Init extends RequestInit {
  /** The address of the visitor, whose rates a call counts against. */
  visitorAddress?: string;
}

/**
 * A `fetch` that calls the endpoints of this server as any client would, so that rights, rates and bounds are those of
 * the interface; in the names of the contract, whatever the profile.
 */
export const callRegistry = (app: FastifyInstance, cache: ResponseCache, profile: Profile) => {
  const send = async (input: string | URL | Request, init: Init = {}): Promise<Response> => {
    const url = (input instanceof Request ? input.url : input.toString()).slice(ownUrl.length);
    const headers = Object.fromEntries(new Headers(init.headers));
    const { method = 'GET' } = init;
    const isPublicRead = method === 'GET' && headers['authorization'] === undefined;
    const kept = isPublicRead ? cache.answer(url) : undefined;
    if (kept !== undefined)
      return new Response(kept.body, { headers: { 'content-type': 'application/json' } });
    const reply = await app.inject({
      method,
      url,
      headers: { host: 'registry.invalid', ...headers },
      remoteAddress: init.visitorAddress ?? '127.0.0.1',
      ...(init.body === undefined || init.body === null ? {} : { payload: init.body as string }),
    });
    const { statusCode: status } = reply;
    return new Response(status === 204 || status === 304 ? null : reply.rawPayload, {
      status,
      headers: Object.entries(reply.headers).map(([name, value]): [string, string] => [name, String(value)]),
    });
  };
  const named = fetchInNamesOf(profile, ownUrl, send);
  return (visitorAddress: string): typeof fetch =>
    (input, init) =>
      named(input, { ...init, visitorAddress } as Init);
};
