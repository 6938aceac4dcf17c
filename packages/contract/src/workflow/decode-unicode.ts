/** A text in UTF-8, or in the UTF-16 that its byte order mark says. The mark is no part of it. */
export const decodeUnicode = (bytes: Uint8Array): string => {
  const [first, second] = bytes;
  const isBigEndian = first === 0xfe && second === 0xff;
  const isLittleEndian = first === 0xff && second === 0xfe;
  const encoding = isBigEndian ? 'utf-16be' : isLittleEndian ? 'utf-16le' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
};
