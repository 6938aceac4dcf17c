import { Readable, type Transform, pipeline } from 'node:stream';
import { constants, createBrotliCompress, createGzip, createZstdCompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Coding, codings } from '../catalogue/codings.ts';
import type { LinesReply } from '../operations/answers.ts';
import { acceptedCodings, namedEtag } from './request-head.ts';

/** Shorter lines are sent as they are. */
const compressedCharsMin = 1_400;

/** For lines that are sent once. */
const compressors: Readonly<Record<Exclude<Coding, 'identity'>, () => Transform>> = {
  zstd: () => createZstdCompress(),
  br: () => createBrotliCompress({ params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: () => createGzip(),
};

/** Sends lines of JSON in the best coding that the client accepts, or a 304. */
export const sendLines = async (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: LinesReply,
): Promise<unknown> => {
  const { headers, method } = request;
  const accepted = acceptedCodings(headers['accept-encoding'], Object.keys(codings) as Coding[]);
  const wanted = accepted[0] ?? 'identity';
  const { etag: name, lastSeq, body } = await answer.open(wanted);
  const known = namedEtag(headers['if-none-match'], `"${name}"`);
  reply
    .type('application/x-ndjson')
    .header('vary', 'accept-encoding')
    .header('x-last-seq', lastSeq)
    .header('etag', known ?? `"${name}"`);
  const isKnown = known !== undefined;
  if (isKnown || method === 'HEAD') {
    if ('close' in body) await body.close();
    if (isKnown) return reply.code(304).send();
    return reply.send(Readable.from([]));
  }
  if ('lines' in body) return sendMade(reply, body.lines, wanted, name);
  setCoding(reply, body.coding, name);
  if (body.bytes !== undefined) reply.header('content-length', body.bytes);
  return reply.send(body.stream());
};

/** Sends lines while they are made. */
const sendMade = async (
  reply: FastifyReply,
  lines: AsyncIterable<string>,
  wanted: Coding,
  name: string,
): Promise<unknown> => {
  const iterator = lines[Symbol.asyncIterator]();
  let first = '';
  let isAll = false;
  while (!isAll && first.length < compressedCharsMin) {
    const { value, done = false } = await iterator.next();
    if (done) isAll = true;
    else first += String(value);
  }
  if (isAll && first.length < compressedCharsMin) return reply.send(first);
  const all = Readable.from(following(first, iterator));
  if (wanted === 'identity') return reply.send(all);
  setCoding(reply, wanted, name);
  // An error destroys what is sent, and so cuts the connection: the answer has begun.
  return reply.send(pipeline(all, compressors[wanted](), () => undefined));
};

const following = async function* (
  first: string,
  rest: AsyncIterator<string>,
): AsyncGenerator<string, void, undefined> {
  yield first;
  yield* { [Symbol.asyncIterator]: () => rest };
};

const setCoding = (reply: FastifyReply, coding: Coding, name: string): FastifyReply =>
  coding === 'identity'
    ? reply
    : reply.header('content-encoding', coding).header('etag', `"${name}-${coding}"`);
