/**
 * Unpacks deflated bytes, and stops as soon as there are more than `bytesMax`: a few bytes can hold gigabytes. Resolves
 * to undefined then, and rejects if the bytes are none of DEFLATE (RFC 1951).
 */
export const inflate = async (
  packed: Blob,
  bytesMax: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> => {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const reader = packed.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes += next.value.length;
    if (bytes > bytesMax) {
      await reader.cancel();
      return undefined;
    }
    chunks.push(next.value);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
};
