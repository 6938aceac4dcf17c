import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { KeptFile } from './decision.ts';

/** The zip would have more bytes than it may have. */
export class ZipTooLargeError extends Error {}

/**
 * Writes the files as a zip to `target`, which must not exist. The same files become the same bytes, whenever and in
 * whatever order they were made. Throws ZipTooLargeError before more than `bytesMax` are written.
 */
export const writeZip = async (
  files: readonly KeptFile[],
  target: string,
  bytesMax: number,
): Promise<{ bytes: number; sha256: string }> => {
  const zip = new ZipFile();
  // In every time zone the same: yazl writes the local time of a date.
  const entryOptions = { mtime: new Date(1981, 0, 1, 12), mode: 0o100644, forceDosTimestamp: true };
  for (const { source, path } of files) zip.addFile(source, path, entryOptions);
  zip.end();
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = async function* (chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (bytes > bytesMax) throw new ZipTooLargeError();
      hash.update(chunk);
      yield chunk;
    }
  };
  const failed = new Promise<never>((_resolve, reject) => zip.once('error', reject));
  const output = createWriteStream(target, { flags: 'wx' });
  // The system says of a full disk only that it cannot write.
  output.once('error', (error: NodeJS.ErrnoException) => (error.path ??= target));
  const written = pipeline(zip.outputStream as AsyncIterable<Buffer>, measure, output);
  await Promise.race([written, failed]);
  return { bytes, sha256: hash.digest('hex') };
};
