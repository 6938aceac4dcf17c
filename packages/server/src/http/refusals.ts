import { type FastifyRequest, type RouteOptions, type onRequestHookHandler, errorCodes } from 'fastify';
import { ApiError } from '../errors.ts';
import type { Context } from '../context.ts';

/** Rejects a body because of its headers, so that the client need not send it. */
export const refusalOfBody = (
  { headers }: FastifyRequest,
  bytesMax: number,
  tooLarge: (bytesMax: number) => ApiError,
): ApiError | undefined => {
  const { 'content-length': length, 'transfer-encoding': framing, 'content-encoding': encoding } = headers;
  if (length === undefined && framing === undefined) return undefined;
  if (encoding !== undefined && !/^(?:identity)?$/i.test(encoding.trim())) {
    return new ApiError(
      'unsupported_media_type',
      'A Content-Encoding is not supported here. Send the body uncompressed.',
      { headers: { 'accept-encoding': 'identity' } },
    );
  }
  return Number(length) > bytesMax ? tooLarge(bytesMax) : undefined;
};

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

/** Longer than any that is served: its parameters are bounded. */
const pathCharsMax = 4_000;

/**
 * The refusal of a URL at which the router finds nothing with the method of the request. For a person who opens the
 * address of a form, nothing is there.
 */
export type RefuseUnrouted = (url: string, isOfPerson?: boolean) => Error;

/** What the router serves at the URLs of a pattern. */
export interface Served {
  methods: readonly string[];
  pattern: RegExp;
  isForm: boolean;
}

/** A route as the router writes it: `:name` stands for one part of the path. */
export const servedBy = ({ method, url, config }: RouteOptions): Served => ({
  methods: [method].flat(),
  pattern: new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}/?$`),
  isForm: config?.formTokens !== undefined,
});

/** Tells a URL that does not exist from one that supports other methods. Routes may be added to `served` later. */
export const refuseUnrouted =
  (served: readonly Served[]): RefuseUnrouted =>
  (url, isOfPerson = false) => {
    const path = pathOf(url);
    if (path === undefined) return new errorCodes.FST_ERR_BAD_URL(url);
    const isAt = ({ pattern, isForm }: Served): boolean => !(isForm && isOfPerson) && pattern.test(path);
    const matching = path.length > pathCharsMax ? [] : served.filter(isAt);
    const methods = matching.flatMap(({ methods }) => methods);
    if (methods.length === 0) {
      return new ApiError('not_found', 'There is nothing at this URL.', {
        advice: 'GET /docs lists all endpoints.',
      });
    }
    const allow = [...new Set([...methods, 'OPTIONS'])].join(', ');
    return new ApiError('method_not_allowed', `This URL does not support the method. Use one of ${allow}.`, {
      headers: { allow },
    });
  };

/** As the router reads it; undefined if it cannot be decoded. */
const pathOf = (url: string): string | undefined => {
  try {
    return decodeURI(url.replace(/[?#].*/s, ''));
  } catch {
    return undefined;
  }
};
