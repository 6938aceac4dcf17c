import type { Readable } from 'node:stream';
import { ApiError, bodyTooLarge } from '../errors.ts';

type Done = (error: Error | undefined, bytes: Buffer) => void;

const nothing = Buffer.alloc(0);

/**
 * Reads a whole body and calls back once, with its bytes or with the reason why they did not arrive. Errors:
 * `body_too_large`, `request_timeout`, or the error of the stream.
 */
export const readBytes = (
  source: Readable,
  { bytesMax, arrivalMs }: { bytesMax: number; arrivalMs: number },
  done: Done,
): void => {
  const chunks: Buffer[] = [];
  let length = 0;
  const end = (error: Error | undefined, bytes = nothing): void => {
    clearTimeout(timer);
    source.off('data', take).off('end', succeed).off('error', end).off('aborted', fail);
    // After an error, everything else is ignored, further errors included.
    source.on('error', () => undefined);
    done(error, bytes);
  };
  const take = (chunk: Buffer): void => {
    length += chunk.length;
    if (length > bytesMax) end(bodyTooLarge(bytesMax));
    else chunks.push(chunk);
  };
  const succeed = (): void => end(undefined, Buffer.concat(chunks, length));
  const fail = (): void => end(interrupted());
  const timer = setTimeout(() => end(late(arrivalMs)), arrivalMs);
  source.on('data', take).on('end', succeed).on('error', end).on('aborted', fail);
};

const late = (arrivalMs: number): ApiError =>
  new ApiError(
    'request_timeout',
    `The request did not arrive within ${arrivalMs / 1000} seconds. Send it again over a faster connection.`,
  );

const interrupted = (): ApiError =>
  new ApiError(
    'invalid_request',
    'The connection closed before the whole body arrived. Send the request again.',
  );
