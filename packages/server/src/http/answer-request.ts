import {
  type NodeVersion,
  type NodeVersionIdentifier,
  type Wire,
  takesIdempotencyKey,
} from '@patchbay/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Attempt } from '../accounts/identify.ts';
import type { Context } from '../context.ts';
import { BarePage, type BulkItem, Json, JsonList } from '../operations/answers.ts';
import { callOf } from './call-of.ts';
import type { Edge } from './edge.ts';
import { freshReads } from './fresh-reads.ts';
import { answerOnce } from './idempotency/answer-once.ts';
import { isReadByAnyone } from './is-read-by-anyone.ts';
import { pageHeaders } from './page-headers.ts';
import { prepareAnswer, setHead } from './prepare-answer.ts';
import { assembleBulk } from './response-cache/assemble-bulk.ts';
import { countInstall, keepingOf } from './response-cache/keeping-of.ts';
import type { Prepared } from './response-cache/send-kept.ts';
import { sendParts } from './response-cache/send-parts.ts';
import type { Route } from './route.ts';

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
  const keeping = keepingOf(edge, route, request);
  // A cached response must not be older than the last invalidation, as one from a replica could be.
  const isFresh = keeping !== undefined || freshReads.getStore() === true;
  const tools = !isFresh && isReadByAnyone(endpoint, request) ? withReplica(context) : context;
  const call = callOf(request, wire);
  const run = (attempt?: Attempt): Promise<unknown> => operate(tools, { ...call, attempt });
  const found = await (takesIdempotencyKey(endpoint) ? answerOnce(edge, route, request, reply, run) : run());
  if (keeping !== undefined && endpoint.counts === 'download') {
    const version: unknown = found instanceof Json ? JSON.parse(found.text) : found;
    keeping.onSend = countInstall(edge, version as NodeVersion);
  }
  if (found instanceof BarePage) {
    reply.headers(pageHeaders(context.publicUrl() + request.url, request.query, found));
  }
  const neutral: unknown = found instanceof BarePage ? found.items : found;
  const answer = writeAnswer(wire, neutral);
  return prepareAnswer(endpoint, request, reply, answer, keeping);
};

/** In the names of the host; what is JSON already, as text. */
const writeAnswer = ({ writeReply = (reply) => reply }: Wire, answer: unknown): unknown => {
  if (answer instanceof Json) return answer.text;
  if (Array.isArray(answer) && answer[0] instanceof Json) {
    return `[${answer.map(({ text }: Json) => text).join(',')}]`;
  }
  if (!(answer instanceof JsonList)) return writeReply(answer);
  const { key, items, others } = answer;
  const empty = JSON.stringify(writeReply({ [key]: [], ...others }));
  const start = empty.indexOf('[') + 1;
  return empty.slice(0, start) + items.join(',') + empty.slice(start);
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
