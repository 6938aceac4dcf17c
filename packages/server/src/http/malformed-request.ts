import type { Duplex } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { uuidv7 } from 'uuidv7';
import { ApiError } from '../errors.ts';
import { presentError } from './error-handler.ts';

/** Answers bytes that never become a request, in the one shape of errors, and hangs up. */
export const refuseMalformedRequest =
  (log: FastifyBaseLogger) =>
  (error: Error, socket: Duplex): void => {
    log.debug({ err: error }, 'a malformed request');
    if (!socket.writable) return;
    const requestId = uuidv7();
    const refusal = new ApiError(
      'invalid_request',
      'The request is not well-formed HTTP, or its head is too long.',
    );
    const body = JSON.stringify(presentError(refusal, requestId));
    const head = [
      'HTTP/1.1 400 Bad Request',
      `X-Request-Id: ${requestId}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
    ];
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
  };
