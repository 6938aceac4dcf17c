import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointMeter } from '../../metrics/endpoint-meter.ts';
import type { FindAnswer, KeptAnswer, Lifetime, ResponseCache } from './response-cache.ts';
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
  find?: FindAnswer;
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
  const isReady = typeof answer === 'string' || Buffer.isBuffer(answer);
  const rendered = render(isReady ? answer : (reply.serialize(answer) as string));
  if (policy === undefined) reply.type(jsonHeaders['content-type']);
  else {
    reply.headers(jsonHeaders);
    keep(request, reply, rendered, policy);
    policy.onSend?.(request.raw);
  }
  return sendRendered(request, reply, rendered);
};

/** Of a response that caches may store if they revalidate it each time. */
export const publicCaching = { 'cache-control': 'public, no-cache' } as const;

/** Of a cached response. */
export const jsonHeaders = {
  'content-type': 'application/json; charset=utf-8',
  vary: 'accept-encoding',
} as const;

/** JSON as it is sent: a long text as bytes, outside the heap, and written without another copy. */
export const render = (json: string | Buffer): Rendered => {
  const body = typeof json === 'string' && json.length >= textCharsMax ? Buffer.from(json) : json;
  return { body, etag: `"${hash('sha1', body, 'base64url')}"` };
};

/** Prepares to send a response that was kept for callers like this one. */
export const sendKept = (request: FastifyRequest, reply: FastifyReply, kept: Rendered): Prepared => {
  reply.headers(jsonHeaders);
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
