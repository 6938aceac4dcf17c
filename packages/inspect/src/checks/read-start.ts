import type { Archive } from '../archive/read-archive.ts';

/**
 * The first bytes of an entry, at most `bytesMax`. Throws what the archive throws. It still reads the entry to its end,
 * because only then is the content known to match its checksum, and the stream is finished.
 */
export const readStart = async (archive: Archive, name: string, bytesMax: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of archive.stream(name)) {
    if (bytes < bytesMax) chunks.push(chunk.subarray(0, bytesMax - bytes));
    bytes += chunk.length;
  }
  return Buffer.concat(chunks);
};
