const LOCAL_SIGNATURE = Buffer.from('PK\x03\x04', 'latin1');
const DIRECTORY_SIGNATURE = Buffer.from('PK\x01\x02', 'latin1');
/** The length of a directory header up to and including the unpacked size. */
const HEADER_BYTES = 28;
const METHOD_CODE_MAX = 99;

/**
 * Reads `content` to its end. If it is itself a zip, returns the number of bytes that it unpacks to according to its
 * directory; otherwise 0. The headers of the directory are found by their signature, because the content is streamed
 * and not kept. A size that is stored in 64 bits counts as 4 GiB.
 */
export const measureNestedZip = async (content: AsyncIterable<Buffer>): Promise<number> => {
  let isZip: boolean | undefined;
  let unpackedBytes = 0;
  let rest = Buffer.alloc(0);
  for await (const chunk of content) {
    if (isZip === false) continue;
    const window = Buffer.concat([rest, chunk]);
    isZip ??= window.length < LOCAL_SIGNATURE.length ? undefined : startsLikeZip(window);
    let at = window.indexOf(DIRECTORY_SIGNATURE);
    for (
      ;
      at !== -1 && at + HEADER_BYTES <= window.length;
      at = window.indexOf(DIRECTORY_SIGNATURE, at + 1)
    ) {
      if (isDirectoryHeader(window, at)) unpackedBytes += window.readUInt32LE(at + 24);
    }
    rest = window.subarray(at === -1 ? Math.max(0, window.length - DIRECTORY_SIGNATURE.length + 1) : at);
  }
  return isZip === true ? unpackedBytes : 0;
};

const startsLikeZip = (window: Buffer): boolean =>
  window.subarray(0, LOCAL_SIGNATURE.length).equals(LOCAL_SIGNATURE);

/** Compressed bytes contain the signature by chance once in 4 GiB, so a known method must follow as well. */
const isDirectoryHeader = (window: Buffer, at: number): boolean =>
  window.readUInt16LE(at + 10) <= METHOD_CODE_MAX;
