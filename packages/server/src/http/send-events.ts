import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** Sends Server-Sent Events as fast as the client reads them. */
export const sendEvents = (
  request: FastifyRequest,
  reply: FastifyReply,
  events: AsyncIterable<string>,
): unknown =>
  reply
    .type('text/event-stream')
    // Of proxies that gather what they pass on.
    .header('x-accel-buffering', 'no')
    .send(Readable.from(request.method === 'HEAD' ? [] : events, { highWaterMark: 1 }));
