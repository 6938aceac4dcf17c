import type { FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';

/** Rejects a body because of its headers, so that the client need not send it. */
export const refusalOfBody = (
  { headers }: FastifyRequest,
  bytesMax: number,
  tooLarge: (bytesMax: number) => ApiError,
): ApiError | undefined => {
  const { 'content-length': length, 'transfer-encoding': framing, 'content-encoding': encoding } = headers;
  if (length === undefined && framing === undefined) return undefined;
  if (encoding !== undefined && !/^(?:identity)?$/i.test(encoding.trim())) {
    return new ApiError(
      'unsupported_media_type',
      'A Content-Encoding is not supported here. Send the body uncompressed.',
      { headers: { 'accept-encoding': 'identity' } },
    );
  }
  return Number(length) > bytesMax ? tooLarge(bytesMax) : undefined;
};
