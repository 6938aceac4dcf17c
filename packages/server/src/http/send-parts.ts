import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { JsonParts } from '../context.ts';
import type { Prepared } from './response-cache/send-kept.ts';

/** Longer bodies are sent part by part, as fast as the client reads, and never held in one piece. */
const wholeBytesMax = 64 * 1024;

/** Prepares to send a response that was assembled from parts. */
export const sendParts = (reply: FastifyReply, { parts }: JsonParts): Prepared => {
  const bytes = lengthOf(parts);
  reply.type('application/json; charset=utf-8').header('content-length', bytes);
  return {
    // The same part may occur several times.
    bytes: lengthOf([...new Set(parts)]),
    send: () => reply.send(bytes <= wholeBytesMax ? Buffer.concat(parts) : Readable.from(parts)),
  };
};

const lengthOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, { length }) => sum + length, 0);
