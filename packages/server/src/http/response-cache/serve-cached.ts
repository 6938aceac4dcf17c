import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyBaseLogger } from 'fastify';
import type { KeptAnswer, ResponseCache } from './response-cache.ts';
import type { LargeResponses } from '../../limits/client-semaphores.ts';
import { acceptedCodings, namedEtag } from '../request-head.ts';
import { pageKey } from './keep-reply.ts';
import { textCharsMax } from './render-and-cache.ts';

/** Compressing shorter text is pointless: it fits into one packet either way. */
const compressedCharsMin = 1_400;

/** The supported encodings, best first, with their functions. */
const encodings = {
  br: (body: string | Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (body: string | Buffer) => promisify(gzip)(body),
} as const;
type Encoding = keyof typeof encodings;

interface Kept {
  cache: ResponseCache;
  largeResponses: LargeResponses;
  clientOf: (request: IncomingMessage) => string;
  idOf: (request: IncomingMessage) => string;
  log: FastifyBaseLogger;
}

/**
 * Sends a cached public response without entering the framework. The key is the URL, so the response is exactly the
 * one that the operation returned. Returns false and does nothing for all other requests.
 */
export const serveCached =
  ({ cache, largeResponses, clientOf, idOf, log }: Kept) =>
  (request: IncomingMessage, response: ServerResponse): boolean => {
    if (request.method !== 'GET' || request.url === undefined) return false;
    const { headers } = request;
    if (headers.authorization !== undefined || headers.host === undefined) return false;
    const begun = performance.now();
    const answer = cache.answer(request.url) ?? cache.answer(pageKey(request.url, headers.cookie));
    if (answer === undefined) return false;
    const { body } = answer;
    const known = namedEtag(headers['if-none-match'], answer.etag);
    const isFresh = known !== undefined;
    const encoding =
      isFresh || answer.isCompact === true ? undefined : chooseEncoding(headers['accept-encoding'], body);
    const encoded = encoding && encodedForm(answer, encoding, log);
    const sent = encoded ?? body;
    if (
      !isFresh &&
      isLarge(sent) &&
      largeResponses.tryEnter(clientOf(request), response, sent.length) === undefined
    )
      return false;
    const id = idOf(request);
    log.debug({ request_id: id, url: request.url }, 'read, as rendered before');
    const coded = encoded && encoding && { bytes: encoded, encoding };
    sendAsKept(response, answer, { begun, id, known, coded });
    return true;
  };

interface Sending {
  begun: number;
  id: string;
  /** The ETag by which the client has it; undefined if it does not. */
  known: string | undefined;
  /** Its compressed body. */
  coded?: { bytes: Buffer; encoding: Encoding } | undefined;
  /** Those of this response alone: name, value, name, value, and so on. */
  headers?: readonly string[];
}

/** Sends a kept response, and counts it. */
export const sendAsKept = (
  response: ServerResponse,
  answer: KeptAnswer,
  { begun, id, known, coded, headers = [] }: Sending,
): void => {
  answer.onSend?.(response.req);
  const head = [...answer.headers, ...headers];
  if (known !== undefined) {
    response.writeHead(304, [...head, 'etag', known, 'x-request-id', id]).end();
    answer.meter.record('GET', 304, (performance.now() - begun) / 1_000, 0);
    return;
  }
  const etag = coded === undefined ? answer.etag : answer.etag.replace(/"$/, `-${coded.encoding}"`);
  const bytes = coded === undefined ? answer.bytes : coded.bytes.length;
  head.push('etag', etag, 'content-length', String(bytes), 'x-request-id', id);
  if (coded !== undefined) head.push('content-encoding', coded.encoding);
  response.writeHead(200, head).end(coded?.bytes ?? answer.body);
  answer.meter.record('GET', 200, (performance.now() - begun) / 1_000, bytes);
};

/** Clients may hold it while they read it, even after the cache has evicted it. */
const isLarge = (sent: string | Buffer): sent is Buffer =>
  typeof sent !== 'string' && sent.length >= textCharsMax;

/** The best encoding that the client accepts, for text worth compressing. */
const chooseEncoding = (accepted: string | undefined, body: string | Buffer): Encoding | undefined => {
  if (accepted === undefined || body.length < compressedCharsMin) return undefined;
  return acceptedCodings(accepted, Object.keys(encodings) as Encoding[])[0];
};

/**
 * What is compressed at a time, unless it is one alone: compressing takes threads that reading and flushing files
 * need as well.
 */
const compressedAtOnceMax = 1024 * 1024;
let compressing = 0;

/** The compressed text. Undefined until it is compressed, for a later request. */
const encodedForm = (
  { body, encoded }: KeptAnswer,
  encoding: Encoding,
  log: FastifyBaseLogger,
): Buffer | undefined => {
  const isRoom = compressing === 0 || compressing + body.length <= compressedAtOnceMax;
  if (!encoded.has(encoding) && isRoom) {
    encoded.set(encoding, undefined);
    compressing += body.length;
    encodings[encoding](body)
      .then(
        (bytes) => encoded.set(encoding, bytes),
        (error: unknown) => log.error({ err: error }, 'an answer could not be compressed'),
      )
      .finally(() => (compressing -= body.length));
  }
  return encoded.get(encoding);
};
