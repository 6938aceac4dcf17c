import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { identify } from '../../accounts/identify.ts';
import type { RequestsUnderWay } from '../../limits/client-semaphores.ts';
import { Shared } from '../../operations/answers.ts';
import { anonymous, bearerOf } from '../authenticate.ts';
import { type ValidRequest, callOf } from '../call-of.ts';
import type { Edge, Route } from '../edge.ts';
import { namedEtag } from '../request-head.ts';
import { type CountedRequest, limitRates, takeRates } from '../rates/limit-rates.ts';
import { rateHeaders } from '../rates/rate-counter.ts';
import type { FindKept, ResponseCache } from './response-cache.ts';
import { sendAsKept } from './serve-cached.ts';

type Asked = ValidRequest & CountedRequest;

/** The key of what is kept under this URL for all who may see as much. */
export const sharedKey = (url: string, { scope }: Pick<Shared<unknown>, 'scope'>): string =>
  `${url}\0${scope}`;

/** Finds what is kept for the caller of a read whose path and query are known to be valid. */
export const findShared = (
  edge: Edge,
  route: Route,
  { params, query }: Pick<Asked, 'params' | 'query'>,
): FindKept => {
  const { context, responseCache, addressOf, rates } = edge;
  const { beforeAuthentication, beforeBody, afterBody } = limitRates(edge, route);
  const find = async (asked: Asked, url: string): ReturnType<FindKept> => {
    if (!(await takeRates(beforeAuthentication, asked))) return undefined;
    const bearer = bearerOf(asked);
    const actor = bearer === undefined ? undefined : await identify(context, bearer);
    if (actor === undefined) return undefined;
    asked.actor = actor;
    if (!(await takeRates(beforeBody, asked)) || !(await takeRates(afterBody, asked))) return undefined;
    const shared: unknown = await route.operate(context, {
      ...callOf(asked, route.wire),
      attempt: undefined,
    });
    if (!(shared instanceof Shared)) return undefined;
    await responseCache.catchUp(shared.logEnd);
    const answer = responseCache.answer(sharedKey(url, shared));
    // One that is long has to be reserved first.
    if (typeof answer?.body !== 'string') return undefined;
    const { rateResults } = asked;
    return {
      answer,
      headers: rateResults.length === 0 ? [] : Object.entries(rateHeaders(rateResults)).flat(),
    };
  };
  return async (request, id) => {
    const { headers, url = '' } = request;
    const asked: Asked = {
      raw: request,
      ip: addressOf(request),
      id,
      headers,
      params,
      query,
      body: undefined,
      package: undefined,
      actor: anonymous,
      rateResults: [],
    };
    let found: Awaited<ReturnType<FindKept>>;
    try {
      found = await find(asked, url);
    } finally {
      // The framework handles the request from its beginning and counts it there.
      if (found === undefined) rates?.giveBack(asked);
    }
    return found;
  };
};

interface Tools {
  cache: ResponseCache;
  underWay: RequestsUnderWay;
  clientOf: (request: IncomingMessage) => string;
  idOf: (request: IncomingMessage) => string;
  log: FastifyBaseLogger;
}

/**
 * Sends what is kept for an identified caller without entering the framework, which costs more than all else of such an
 * answer. Returns false and does nothing for all other requests. What turns out not to be kept, to be refused or to fail
 * is left to `handle`, which begins anew, so that each answer and each error is made in one place.
 */
export const serveShared =
  ({ cache, underWay, clientOf, idOf, log }: Tools) =>
  (request: IncomingMessage, response: ServerResponse, handle: () => void): boolean => {
    const { method, url = '', headers } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
    if (method !== 'GET' || headers.authorization === undefined || headers.host === undefined || hasBody)
      return false;
    const find = cache.finder(url);
    if (find === undefined) return false;
    const begun = performance.now();
    const answer = async (end: () => void): Promise<void> => {
      const id = idOf(request);
      const found = await find(request, id).catch((error: unknown) => {
        log.debug({ request_id: id, url, err: error }, 'not read as rendered before');
        return undefined;
      });
      end();
      if (request.socket.destroyed) return;
      if (found === undefined) return handle();
      log.debug({ request_id: id, url }, 'read, as rendered before');
      const known = namedEtag(headers['if-none-match'], found.answer.etag);
      sendAsKept(response, found.answer, { begun, id, known, headers: found.headers });
    };
    underWay.enter(clientOf(request), response, (end) => void answer(end), handle);
    return true;
  };
