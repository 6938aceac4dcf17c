import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointMeter } from '../../metrics/endpoint-meter.ts';
import type { FindKept, KeptAnswer, Lifetime, ResponseCache } from './response-cache.ts';
import { namedEtag } from '../request-head.ts';
import { keepReply } from './keep-reply.ts';

/** Longer responses are cached and sent as bytes. */
export const textCharsMax = 64 * 1024;

/** A response that is ready to be sent, and how many bytes it occupies until then. */
export interface Prepared {
  readonly bytes: number;
  readonly send: () => unknown;
}

type Rendered = Pick<KeptAnswer, 'body' | 'etag'>;

/** Where a response may be stored. */
export interface CachePolicy extends Lifetime {
  cache: ResponseCache;
  /** Undefined if it is not to be stored. */
  key: string | undefined;
  /** The cache's generation before the response was read. */
  generation: number;
  /** Finds it for the callers of its URL, where not all may see the same. */
  find?: FindKept;
  /** Counts the requests answered with it. */
  meter: EndpointMeter;
  /** Called each time the answer is sent, also as 304, from here or as it is kept. */
  onSend?: (request: IncomingMessage) => void;
  /** Called each time the cached response is sent. */
  onSendAgain?: () => void;
}

/** Prepares a response with its ETag, or a 304. Stores it for later requests under the key of `policy`. */
export const renderAndCache = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: unknown,
  policy: CachePolicy | undefined,
): Prepared => {
  const body = Buffer.isBuffer(answer)
    ? answer
    : asSent(typeof answer === 'string' ? answer : (reply.serialize(answer) as string));
  const etag = `"${hash('sha1', body, 'base64url')}"`;
  reply.type(contentType);
  if (policy !== undefined) {
    reply.header('vary', 'accept-encoding');
    keep(request, reply, { body, etag }, policy);
    policy.onSend?.(request.raw);
  }
  return sendRendered(request, reply, { body, etag });
};

const contentType = 'application/json; charset=utf-8';

/** Prepares to send a response that was kept for callers like this one. */
export const sendKept = (request: FastifyRequest, reply: FastifyReply, kept: Rendered): Prepared => {
  reply.type(contentType).header('vary', 'accept-encoding');
  return sendRendered(request, reply, kept);
};

const sendRendered = (request: FastifyRequest, reply: FastifyReply, { body, etag }: Rendered): Prepared => {
  const known = namedEtag(request.headers['if-none-match'], etag);
  reply.header('etag', known ?? etag);
  if (known !== undefined) {
    return { bytes: 0, send: () => reply.code(304).send() };
  }
  return { bytes: Buffer.byteLength(body), send: () => reply.send(body) };
};

/** A long text is stored as bytes: outside the heap, and written without another copy. */
const asSent = (text: string): string | Buffer => (text.length < textCharsMax ? text : Buffer.from(text));

const keep = (
  request: FastifyRequest,
  reply: FastifyReply,
  rendered: Rendered,
  { key, find, onSend, onSendAgain, ...policy }: CachePolicy,
): void => {
  if (key === undefined) return;
  const isTold = onSend !== undefined || onSendAgain !== undefined;
  const isKept = keepReply(reply, {
    ...policy,
    ...rendered,
    key,
    onSend: isTold
      ? (again) => {
          onSend?.(again);
          onSendAgain?.();
        }
      : undefined,
  });
  if (isKept && find !== undefined && typeof rendered.body === 'string')
    policy.cache.keepFinder(request.url, find);
};
