import { Readable } from 'node:stream';
import type { Endpoint } from '@patchbay/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LinesReply, PackageReply } from '../operations/answers.ts';
import {
  type CachePolicy,
  type Prepared,
  publicCaching,
  renderAndCache,
} from './response-cache/render-and-cache.ts';
import { pages } from './security-headers.ts';
import { sendLines } from './send-lines.ts';
import { sendPackage } from './send-package.ts';

/** Sets the headers of a response and prepares its body, which exists as long as its client reads. */
export const prepareAnswer = (
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
  policy: CachePolicy | undefined,
): Prepared => {
  const { body } = endpoint.reply;
  const small = (send: () => unknown): Prepared => ({ bytes: 0, send });
  setHead(endpoint, request, reply);
  switch (body) {
    case undefined:
      return small(() => reply.send());
    case 'application/zip':
      return small(() => sendPackage(request, reply, answer as PackageReply));
    case 'application/x-ndjson':
      return small(() => sendLines(request, reply, answer as LinesReply));
    case 'text/event-stream':
      return small(() => sendEvents(request, reply, answer as AsyncIterable<string>));
    case 'text/html':
      return small(() =>
        reply
          .headers(endpoint.reply.runsScripts === true ? pages.scripts : pages.forms)
          .type(contentTypeOf(endpoint, 'text/html'))
          .send(answer),
      );
    case 'text/plain':
      return small(() => reply.type(contentTypeOf(endpoint, 'text/plain')).send(answer));
    default:
      return endpoint.method === 'GET'
        ? renderAndCache(request, reply, answer, policy)
        : small(() => reply.send(answer));
  }
};

const contentTypeOf = ({ reply: { contentType } }: Endpoint, mediaType: string): string =>
  contentType ?? `${mediaType}; charset=utf-8`;

/** Public responses may be stored by caches that revalidate each time; all others must not be stored. */
export const setHead = (endpoint: Endpoint, request: FastifyRequest, reply: FastifyReply): void => {
  const isKept = isReadByAnyone(endpoint, request) && endpoint.isNeverKept !== true;
  reply.code(endpoint.reply.status).headers(isKept ? publicCaching : { 'cache-control': 'no-store' });
};

/** Sends Server-Sent Events as fast as the client reads them. */
const sendEvents = (request: FastifyRequest, reply: FastifyReply, events: AsyncIterable<string>): unknown =>
  reply
    .type('text/event-stream')
    // Of proxies that gather what they pass on.
    .header('x-accel-buffering', 'no')
    .send(Readable.from(request.method === 'HEAD' ? [] : events, { highWaterMark: 1 }));

/** Whether it only reads and gives every caller the same response. */
export const isReadByAnyone = ({ method, auth }: Endpoint, { actor }: FastifyRequest): boolean =>
  method === 'GET' && (auth === 'public' || auth === 'optional') && actor.kind === 'anonymous';
