import type { IncomingMessage } from 'node:http';
import { type Readable, PassThrough } from 'node:stream';
import { limits } from '@patchbay/contract';
import { ApiError, bodyTooLarge, invalidValue } from '../errors.ts';
import { writeRefusal } from './malformed-request.ts';

type Done = (error: Error | undefined, bytes: Buffer) => void;

const nothing = Buffer.alloc(0);

/**
 * Reads a whole body and calls back once, with its bytes or with the reason why they did not
 * arrive. Errors: `body_too_large`, `request_timeout`, or the error of the stream.
 */
export const readBytes = (
  source: Readable,
  { bytesMax, arrivalMs }: { bytesMax: number; arrivalMs: number },
  done: Done,
): void => {
  // Of one buffer: of a body in chunks of one byte, each would take a hundred.
  let bytes = nothing;
  let length = 0;
  const end = (error: Error | undefined, body = nothing): void => {
    clearTimeout(timer);
    source.off('data', take).off('end', succeed).off('error', end).off('aborted', fail);
    // After an error, everything else is ignored, further errors included.
    source.on('error', () => undefined);
    done(error, body);
  };
  const take = (chunk: Buffer): void => {
    const start = length;
    length += chunk.length;
    if (length > bytesMax) return end(bodyTooLarge(bytesMax));
    if (length > bytes.length) {
      const larger = Buffer.allocUnsafe(Math.min(bytesMax, 2 * length));
      bytes.copy(larger, 0, 0, start);
      bytes = larger;
    }
    chunk.copy(bytes, start);
  };
  const succeed = (): void => end(undefined, bytes.subarray(0, length));
  const fail = (): void => end(interrupted());
  const timer = setTimeout(() => end(late(arrivalMs)), arrivalMs);
  source.on('data', take).on('end', succeed).on('error', end).on('aborted', fail);
  if (source.destroyed) fail();
};

/** Between two chunks of a body that is dropped: bodies that nobody needs must not fill the processor. */
const dropEveryMs = 10;

/**
 * A client whose connection closes while it is sending never sees the response. The rest of a refused body is
 * therefore read, but slowly, and only for a short time.
 */
export const dropRest = (body: IncomingMessage, idleMs: number): void => {
  if (body.complete) return;
  const timer = setTimeout(() => body.destroy(), idleMs).unref();
  body.once('close', () => clearTimeout(timer));
  body.on('data', () => {
    body.pause();
    setTimeout(() => body.resume(), dropEveryMs).unref();
  });
};

/** The error for a body that did not arrive in time. */
export const late = (arrivalMs: number): ApiError =>
  new ApiError(
    'request_timeout',
    `The request did not arrive within ${arrivalMs / 1000} seconds. Send it again over a faster connection.`,
  );

/** The error for a body whose sender went away. */
export const interrupted = (): ApiError =>
  new ApiError(
    'invalid_request',
    'The connection closed before the whole body arrived. Send the request again.',
  );

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

/** A stream that its reader may destroy; the rest of the part of a form is then read into nothing. */
export const copyOfPart = (part: Readable): Readable => {
  const copy = new PassThrough();
  copy.once('close', () => part.resume()).on('error', () => undefined);
  return part.pipe(copy);
};

const { formFieldsMax: max } = limits;

/** The fields of a form, or why it is refused: for each escape that is no text, reading it takes an error. */
export const formFields = (text: string): URLSearchParams | ApiError =>
  text.split('&', max + 1).length <= max
    ? new URLSearchParams(text)
    : invalidValue(
        '',
        `The form has more than ${max} fields. Send fewer.`,
        `must have at most ${max} fields`,
      );
