import type { IncomingMessage } from 'node:http';
import { limits } from '@patchbay/contract';
import { ApiError } from '../errors.ts';
import { writeRefusal } from './malformed-request.ts';

/**
 * Answers `request_timeout` to a sender of a large body that sends less than `limits.uploadBytesPerSecondMin` for a
 * whole interval, and closes the connection: each one holds a connection and a file.
 */
export const watchArrival = (request: IncomingMessage, intervalMs: number): void => {
  const { socket } = request;
  const bytesMin = (limits.uploadBytesPerSecondMin * intervalMs) / 1000;
  let seen = socket.bytesRead;
  const watching = setInterval(() => {
    // Waiting is not the sender's fault while we are the ones who do not read.
    const isRead = request.readableLength === 0;
    if (!request.complete && isRead && socket.bytesRead - seen < bytesMin) refuse();
    seen = socket.bytesRead;
  }, intervalMs).unref();
  const refuse = (): void => {
    stop();
    socket.write(writeRefusal(tooSlow()));
    // Closes once the refusal is written. The framework cannot send it: it reads a body to its end first.
    socket.destroySoon();
  };
  const stop = (): void => clearInterval(watching);
  request.once('end', stop).once('close', stop);
};

const tooSlow = (): ApiError =>
  new ApiError(
    'request_timeout',
    `The upload is slower than ${limits.uploadBytesPerSecondMin} bytes a second. Send it again over a faster connection.`,
  );
