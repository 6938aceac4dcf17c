import { Readable } from 'node:stream';
import { AsyncLocalStorage } from 'node:async_hooks';
import { type NodeVersionIdentifier, type Wire, takesIdempotencyKey } from '@patchbay/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Attempt } from '../accounts/identify.ts';
import type { Context } from '../context.ts';
import { Accepted, type BulkItem, BarePage, Json, JsonList, Shared } from '../operations/answers.ts';
import { heavyTurn } from '../limits/heavy-turn.ts';
import { callOf } from './call-of.ts';
import type { Edge, Route } from './edge.ts';
import { answerOnce } from './idempotency/answer-once.ts';
import { isReadByAnyone, prepareAnswer, setHead } from './prepare-answer.ts';
import { assembleBulk } from './response-cache/assemble-bulk.ts';
import { cachePolicy, countInstall } from './response-cache/cache-policy.ts';
import { findShared, sharedKey } from './response-cache/find-early.ts';
import { type Prepared, sendKept } from './response-cache/render-and-cache.ts';
import { searchParamsOf } from './request-head.ts';

/**
 * What is longer is sent in pieces of this size, as fast as its client reads, and never held as a whole.
 */
const pieceBytes = 256 * 1024;

/** What is longer is encoded in pieces of about this many characters. */
const pieceChars = 1024 * 1024;

/** Prepares to send a JSON answer that consists of these parts, or is this short text. */
const sendParts = (reply: FastifyReply, parts: string | readonly Uint8Array[]): Prepared => {
  const bytes = typeof parts === 'string' ? Buffer.byteLength(parts) : lengthOf(parts);
  const isWhole = bytes <= pieceBytes;
  reply.type('application/json; charset=utf-8').header('content-length', bytes);
  if (typeof parts === 'string') return { bytes, send: () => reply.send(parts) };
  return {
    // The same part can stand in it often, and is copied only into a whole answer.
    bytes: isWhole ? bytes : lengthOf([...new Set(parts)]),
    send: () => reply.send(isWhole ? joined(parts, bytes) : Readable.from(piecesOf(parts))),
  };
};

const joined = (parts: readonly Uint8Array[], bytes: number): Uint8Array =>
  parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts, bytes);

/** Parts are some hundred bytes each, too little for a write of their own. */
const piecesOf = function* (parts: readonly Uint8Array[]): Generator<Uint8Array> {
  let piece: Uint8Array[] = [];
  let bytes = 0;
  for (const part of parts) {
    piece.push(part);
    bytes += part.length;
    if (bytes < pieceBytes) continue;
    yield Buffer.concat(piece, bytes);
    piece = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(piece, bytes);
};

/**
 * What a bare array cannot contain: the number of items and the URLs of the neighbouring pages, for a request to `url`
 * with a validated query.
 */
const pageHeaders = (
  url: string,
  query: unknown,
  { page, limit, total }: Pick<BarePage<unknown>, 'page' | 'limit' | 'total'>,
): Record<string, string> => {
  const path = url.replace(/[?#].*/s, '');
  const link = (to: number, rel: string): string => {
    const parameters = searchParamsOf(query);
    parameters.set('page', String(to));
    parameters.set('limit', String(limit));
    return `<${path}?${parameters.toString()}>; rel="${rel}"`;
  };
  const last = Math.ceil(total / limit);
  const links = [
    ...(page > 1 && last > 0 ? [link(Math.min(page - 1, last), 'prev')] : []),
    ...(page < last ? [link(page + 1, 'next')] : []),
  ];
  return { 'x-total-count': String(total), ...(links.length === 0 ? {} : { link: links.join(', ') }) };
};

const lengthOf = (pieces: readonly Uint8Array[]): number =>
  pieces.reduce((sum, { length }) => sum + length, 0);

/** Calls the operation, unless the answer is kept in parts, and prepares to send what it answers. */
export const answerRequest = async (
  edge: Edge,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Prepared> => {
  const { context } = edge;
  const { endpoint, wire, operate } = route;
  if (endpoint.bulkOf !== undefined) return answerBulk(edge, route, endpoint.bulkOf, request, reply);
  const policy = cachePolicy(edge, route, request);
  // A cached response must not be older than the last invalidation, as one from a replica could be.
  const isFresh = policy !== undefined || siteCalls.getStore() === true;
  const tools = !isFresh && isReadByAnyone(endpoint, request) ? withReplica(context) : context;
  const call = callOf(request, wire);
  const run = (attempt?: Attempt): Promise<unknown> => operate(tools, { ...call, attempt });
  const result = await (takesIdempotencyKey(endpoint) ? answerOnce(edge, route, request, reply, run) : run());
  if (result instanceof Shared) {
    await edge.responseCache.catchUp(result.logEnd);
    const key = sharedKey(request.url, result);
    const kept = edge.responseCache.answer(key);
    if (kept !== undefined) {
      setHead(endpoint, request, reply);
      return sendKept(request, reply, kept);
    }
    if (policy !== undefined && request.method === 'GET') {
      policy.key ??= key;
      policy.find = findShared(edge, route, request);
    }
  }
  const found: unknown = result instanceof Shared ? await result.read() : result;
  if (policy !== undefined && endpoint.counts === 'download') {
    policy.onSend = countInstall(edge, found);
  }
  if (found instanceof Accepted) {
    setHead(endpoint, request, reply);
    const { writeAccepted = (body) => body } = wire;
    return { bytes: 0, send: () => reply.code(202).send(writeAccepted(found.body)) };
  }
  if (found instanceof BarePage) {
    reply.headers(pageHeaders(context.publicUrl() + request.url, request.query, found));
  }
  const neutral: unknown = found instanceof BarePage ? found.items : found;
  const answer = await writeAnswer(wire, neutral);
  return prepareAnswer(endpoint, request, reply, answer, policy);
};

/** In the names of the host; what is JSON already, as text, or as bytes if it is long. */
const writeAnswer = ({ writeReply = (reply) => reply }: Wire, answer: unknown): unknown => {
  if (answer instanceof Json) return answer.text;
  if (Array.isArray(answer) && answer[0] instanceof Json) {
    return writeList(
      '[',
      answer.map(({ text }: Json) => text),
      ']',
    );
  }
  if (!(answer instanceof JsonList)) return writeReply(answer);
  const { key, items, others } = answer;
  const empty = JSON.stringify(writeReply({ [key]: [], ...others }));
  const start = empty.indexOf('[') + 1;
  return writeList(empty.slice(0, start), items, empty.slice(start));
};

/** Writes a long list a piece at a time, between which others are answered. */
const writeList = (
  opening: string,
  items: readonly string[],
  ending: string,
): string | Promise<Uint8Array> => {
  const chars = items.reduce((sum, { length }) => sum + length, 0);
  return chars < pieceChars ? opening + items.join(',') + ending : encodeList(opening, items, ending);
};

const encodeList = async (opening: string, items: readonly string[], ending: string): Promise<Uint8Array> => {
  const pieces: Buffer[] = [];
  let piece = opening;
  for (const [index, item] of items.entries()) {
    piece += index === 0 ? item : `,${item}`;
    if (piece.length < pieceChars) continue;
    pieces.push(Buffer.from(piece));
    piece = '';
    await heavyTurn();
  }
  pieces.push(Buffer.from(piece + ending));
  return Buffer.concat(pieces);
};

const answerBulk = async (
  { context, responseCache: cache }: Edge,
  { endpoint, wire, operate }: Route,
  list: string,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Prepared> => {
  const { [list]: sent = [] } = request.body as Readonly<Record<string, readonly NodeVersionIdentifier[]>>;
  const read = async (asked: readonly NodeVersionIdentifier[]) => {
    const found: unknown = await operate(context, callOf(request, wire, { [list]: asked }));
    return (found as Readonly<Record<string, readonly BulkItem[]>>)[list] ?? [];
  };
  const parts = await assembleBulk({ list, wire, cache, read }, sent);
  setHead(endpoint, request, reply);
  return sendParts(reply, parts);
};

/** For readers that cannot notice a stale response, because they have not written. */
const withReplica = (context: Context): Context => {
  const { store } = context;
  return store.readPublic === store.read
    ? context
    : { ...context, store: { ...store, read: store.readPublic } };
};

/**
 * Set while a page calls the registry. A page may be cached, so nothing in it may be older than the last invalidation; and
 * an error is for its visitor.
 */
export const siteCalls = new AsyncLocalStorage<true>();

/** Smaller answers are not worth a place among the large ones. */
const largeBytesMin = 64 * 1024;

/** Answers a request that may wait: it counts as no work meanwhile, and reserves no memory before it has an answer. */
export const answerWaiting = async (
  edge: Edge,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> => {
  const isStream = route.endpoint.reply.body === 'text/event-stream';
  if (isStream) resume(request);
  if (request.method !== 'HEAD' && (isStream || mayWait(request))) {
    request.gone = edge.waiting.enter(request.client, reply.raw);
    request.endWork?.();
  }
  const prepared = await answerRequest(edge, route, request, reply);
  if (prepared.bytes < largeBytesMin) return prepared.send();
  const release = await edge.largeResponses.enter(request.client, reply.raw, prepared.bytes);
  try {
    return prepared.send();
  } finally {
    release(prepared.bytes);
  }
};

/** In every naming a wait is called so. */
const mayWait = ({ query, body }: FastifyRequest): boolean =>
  Number({ ...(query as object), ...(body as object | undefined) }['wait' as never] ?? 0) > 0;

/** A stream that was cut off goes on behind the last event that its client got. */
const resume = (request: FastifyRequest): void => {
  const { 'last-event-id': last } = request.headers;
  if (typeof last === 'string' && last !== '') request.query = { ...(request.query as object), since: last };
};
