import type { Archive } from './read-archive.ts';

/**
 * The first bytes of an entry, at most `bytesMax`. Throws what the archive throws. Unless the archive is verified, it
 * reads the entry to its end, because only then is the content known to match its checksum.
 */
export const readStart = async (archive: Archive, name: string, bytesMax: number): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of archive.stream(name)) {
    if (bytes < bytesMax) chunks.push(chunk.subarray(0, bytesMax - bytes));
    bytes += chunk.length;
    if (archive.isVerified && bytes >= bytesMax) break;
  }
  const [first] = chunks;
  return chunks.length === 1 && first !== undefined ? first : Buffer.concat(chunks);
};
