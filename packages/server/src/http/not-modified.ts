import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Sends a 304. To a HEAD the framework would add the length of an empty body, unless it gets a stream. */
export const sendNotModified = (reply: FastifyReply): FastifyReply =>
  reply.code(304).send(reply.request.method === 'HEAD' ? Readable.from([]) : undefined);
