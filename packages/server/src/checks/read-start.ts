import type { Archive } from '../archive/read-archive.ts';

/** The first bytes of an entry, at most `bytesMax`; throws what the archive throws. */
export async function readStart(archive: Archive, name: string, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of archive.stream(name)) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= bytesMax) break;
  }
  return Buffer.concat(chunks).subarray(0, bytesMax);
}
