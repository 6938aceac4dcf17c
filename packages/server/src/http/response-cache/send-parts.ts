import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { lengthOf } from '../length-of.ts';
import type { Prepared } from './send-kept.ts';

/**
 * What is longer is sent in pieces of this size, as fast as its client reads, and never held as a whole.
 */
const pieceBytes = 256 * 1024;

/** Prepares to send a JSON answer that consists of these parts. */
export const sendParts = (reply: FastifyReply, parts: readonly Uint8Array[]): Prepared => {
  const bytes = lengthOf(parts);
  const isWhole = bytes <= pieceBytes;
  reply.type('application/json; charset=utf-8').header('content-length', bytes);
  return {
    // The same part can stand in it often, and is copied only into a whole answer.
    bytes: isWhole ? bytes : lengthOf([...new Set(parts)]),
    send: () => reply.send(isWhole ? Buffer.concat(parts, bytes) : Readable.from(piecesOf(parts))),
  };
};

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
