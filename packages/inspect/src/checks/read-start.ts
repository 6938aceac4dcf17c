import type { Archive } from '../archive/read-archive.ts';

/**
 * The first bytes of an entry, at most `bytesMax`; throws what the archive throws. The entry is read to its end all
 * the same: only then is its content known to match its checksum, and its stream at rest.
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
