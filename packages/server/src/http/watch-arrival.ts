import type { IncomingMessage } from 'node:http';
import { limits } from '@patchbay/contract';
import { ApiError } from '../errors.ts';
import { writeRefusal } from './malformed-request.ts';

/**
 * Answers `request_timeout` if the sender of a large body sends less than `limits.uploadBytesPerSecondMin` for a whole
 * interval, and closes the connection, because each upload holds a connection and a file.
 */
export const watchArrival = (request: IncomingMessage, intervalMs: number): void => {
  const { socket } = request;
  const bytesMin = (limits.uploadBytesPerSecondMin * intervalMs) / 1000;
  let seen = socket.bytesRead;
  const watching = setInterval(() => {
    // While we are not reading, the sender is not at fault.
    const isRead = request.readableLength === 0;
    if (!request.complete && isRead && socket.bytesRead - seen < bytesMin) refuse();
    seen = socket.bytesRead;
  }, intervalMs).unref();
  const refuse = (): void => {
    stop();
    socket.write(writeRefusal(tooSlow()));
    // Closes once the error is written. The framework cannot send it, because it reads a body to the end first.
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
