import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** The SHA-256 of the whole stream, in hexadecimal. Rejects if the stream fails. */
export const digestOf = async (bytes: Readable): Promise<string> => {
  const hash = createHash('sha256');
  await pipeline(bytes, hash);
  return hash.digest('hex');
};
