import type { Archive } from '../archive/read-archive.ts';

/** The first bytes of an entry, and whether there are more. */
export const readStart = async (
  archive: Archive,
  name: string,
  bytesMax: number,
): Promise<{ bytes: Buffer; isCut: boolean }> => {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of archive.stream(name)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > bytesMax) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, bytesMax), isCut: length > bytesMax };
};
