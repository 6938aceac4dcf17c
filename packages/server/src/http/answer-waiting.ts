import type { FastifyReply, FastifyRequest } from 'fastify';
import { answerRequest } from './answer-request.ts';
import type { Edge } from './edge.ts';
import type { Route } from './route.ts';

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
