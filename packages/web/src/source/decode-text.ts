/** The text of a file, or undefined if it is none. */
export const decodeText = (content: Uint8Array): string | undefined => {
  if (content.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    return undefined;
  }
};
