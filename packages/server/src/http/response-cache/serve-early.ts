import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import type { RequestsUnderWay } from '../../limits/client-semaphores.ts';
import type { Edge } from '../edge.ts';
import { namedEtag } from '../request-head.ts';
import { documentFinder } from './find-early.ts';
import { sendAsKept } from './serve-cached.ts';

const failures = new WeakMap<IncomingMessage, Error>();

/** Why a request could not be answered before the framework, which answers with that: it would only wait once more. */
export const failureOf = (request: IncomingMessage): Error | undefined => failures.get(request);

interface Tools {
  edge: Edge;
  underWay: RequestsUnderWay;
  clientOf: (request: IncomingMessage) => string;
  idOf: (request: IncomingMessage) => string;
  log: FastifyBaseLogger;
}

/**
 * Sends a list that is kept for an identified caller, or a document to anyone, without entering the framework, which costs
 * more than all else of such an answer. Returns false and does nothing for all other requests. What turns out not to be
 * found, to be refused or to fail is left to `handle`, which begins anew, so that each error is made in one place.
 */
export const serveEarly = ({ edge, underWay, clientOf, idOf, log }: Tools) => {
  const findDocument = documentFinder(edge);
  return (request: IncomingMessage, response: ServerResponse, handle: () => void): boolean => {
    const { method, url = '', headers } = request;
    const hasBody = headers['transfer-encoding'] !== undefined || headers['content-length'] !== undefined;
    if (method !== 'GET' || headers.host === undefined || hasBody) return false;
    const find = headers.authorization === undefined ? findDocument(url) : edge.responseCache.finder(url);
    if (find === undefined) return false;
    const begun = performance.now();
    const answer = async (end: () => void): Promise<void> => {
      const id = idOf(request);
      const found = await find(request, id).catch((error: unknown) => {
        log.debug({ request_id: id, url, err: error }, 'not read before the framework');
        if (edge.context.store.engine.isUnavailable(error)) failures.set(request, error as Error);
        return undefined;
      });
      end();
      if (request.socket.destroyed) return;
      if (found === undefined) return handle();
      log.debug({ request_id: id, url }, 'read before the framework');
      const known = namedEtag(headers['if-none-match'], found.answer.etag);
      sendAsKept(response, found.answer, { begun, id, known, headers: found.headers });
    };
    underWay.enter(clientOf(request), response, (end) => void answer(end), handle);
    return true;
  };
};
