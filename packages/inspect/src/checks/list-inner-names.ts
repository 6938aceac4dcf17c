const DIRECTORY_SIGNATURE = Buffer.from('PK\x01\x02', 'latin1');
const HEADER_BYTES = 46;
const NAME_BYTES_MAX = 1024;
const NAMES_MAX = 10_000;

/**
 * The names in the directory of a zip that is streamed, at most 10,000. Its headers are found by their signature,
 * because the content is not kept. This also finds the headers of broken zips.
 */
export const listInnerNames = async (content: AsyncIterable<Buffer>): Promise<string[]> => {
  const names: string[] = [];
  let rest = Buffer.alloc(0);
  for await (const chunk of content) {
    const window = Buffer.concat([rest, chunk]);
    let at = window.indexOf(DIRECTORY_SIGNATURE);
    for (
      ;
      at !== -1 && endOfHeader(window, at) <= window.length;
      at = window.indexOf(DIRECTORY_SIGNATURE, at + 1)
    )
      if (names.length < NAMES_MAX)
        names.push(window.toString('utf8', at + HEADER_BYTES, endOfHeader(window, at)));
    rest = window.subarray(at === -1 ? Math.max(0, window.length - DIRECTORY_SIGNATURE.length + 1) : at);
  }
  return names;
};

/** The offset behind the name, of which at most 1,024 bytes count; Infinity for a header that is cut off. */
const endOfHeader = (window: Buffer, at: number): number => {
  if (at + HEADER_BYTES > window.length) return Infinity;
  return at + HEADER_BYTES + Math.min(window.readUInt16LE(at + 28), NAME_BYTES_MAX);
};
