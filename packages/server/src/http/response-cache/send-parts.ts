import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Prepared } from './send-kept.ts';

/** A longer answer is sent part by part, as fast as its client reads, and never held in one piece. */
const wholeBytesMax = 64 * 1024;

/** Prepares to send a JSON answer that consists of these parts. */
export const sendParts = (reply: FastifyReply, parts: readonly Uint8Array[]): Prepared => {
  const bytes = lengthOf(parts);
  reply.type('application/json; charset=utf-8').header('content-length', bytes);
  return {
    // The same part can stand in it often.
    bytes: lengthOf([...new Set(parts)]),
    send: () => reply.send(bytes <= wholeBytesMax ? Buffer.concat(parts) : Readable.from(parts)),
  };
};

const lengthOf = (parts: readonly Uint8Array[]): number => parts.reduce((sum, { length }) => sum + length, 0);
