import { Readable } from 'node:stream';
import type { ReadableStream as WebStream } from 'node:stream/web';
import type { Visit } from '@patchbay/web';
import { fetchInNamesOf } from '@patchbay/contract';
import type { FastifyInstance } from 'fastify';
import { siteCalls } from '../http/answer-request.ts';
import type { Context } from '../context.ts';

/**
 * Where the pages call this registry. The calls never leave the process, and as a name of this machine it may lead to
 * any address that the registry has.
 */
export const ownUrl = 'http://registry.localhost';

interface Init extends RequestInit {
  /** The address of the visitor, whose rates a call counts against. */
  visitorAddress?: string;
  /** The User-Agent of the visitor, by which they know their sessions. */
  visitorAgent?: string | undefined;
  /** Whether nothing is called, and the response only has the address that would be. */
  isTrial?: boolean;
}

/**
 * `fetchAs` makes a `fetch` that calls the endpoints of this server as any client would, so that rights, rates and
 * bounds are those of the interface; in the names of the contract, whatever the profile. Only what the registry itself
 * signs for a package can lead elsewhere: to its package store. `wireAddress` turns an address in those names into the
 * one that other clients call.
 */
export const callRegistry = (
  app: FastifyInstance,
  { profile, publicUrl }: Pick<Context, 'profile' | 'publicUrl'>,
) => {
  const send = async (input: string | URL | Request, init: Init = {}): Promise<Response> => {
    const address = input instanceof Request ? input.url : input.toString();
    const base = [ownUrl, publicUrl()].find((own) => address.startsWith(`${own}/`));
    if (base === undefined) return fetch(input, init);
    const url = address.slice(base.length);
    if (init.isTrial === true) return new Response(null, { headers: { location: url } });
    const { method = 'GET' } = init;
    const body = bodyOf(init.body);
    const agent = init.visitorAgent === undefined ? {} : { 'user-agent': init.visitorAgent };
    const headers = { ...agent, ...body.headers, ...Object.fromEntries(new Headers(init.headers)) };
    // Awaited inside, because it begins only then.
    return siteCalls.run(true, async () => {
      const reply = await app.inject({
        method,
        url,
        headers: { host: 'registry.localhost', ...headers },
        remoteAddress: init.visitorAddress ?? '127.0.0.1',
        ...body.payload,
      });
      const { statusCode: status } = reply;
      return new Response(status === 204 || status === 304 ? null : reply.rawPayload, {
        status,
        headers: Object.entries(reply.headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ]),
      });
    });
  };
  const named = fetchInNamesOf(profile, ownUrl, send);
  const fetchAs =
    (visitorAddress: string, visitorAgent?: string): typeof fetch =>
    (input, init) =>
      named(input, { ...init, visitorAddress, visitorAgent } as Init);
  const wireAddress: Visit['wireAddress'] = async (address) => {
    if (named === send) return address;
    const { headers } = await named(ownUrl + address, { isTrial: true } as Init);
    return headers.get('location') ?? address;
  };
  return { fetchAs, wireAddress };
};

/** Text as it is; packages and forms as streams. */
const bodyOf = (body: RequestInit['body']) => {
  if (body === undefined || body === null) return {};
  if (typeof body === 'string') return { payload: { payload: body } };
  const { headers, body: stream } = new Response(body);
  return {
    headers: Object.fromEntries(headers),
    payload: { payload: Readable.fromWeb(stream as WebStream) },
  };
};
