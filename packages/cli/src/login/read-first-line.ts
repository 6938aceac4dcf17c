import { StringDecoder } from 'node:string_decoder';

/** More than any token. Input without a line feed is read only up to this size. */
const charsMax = 8_192;

/** The first line of an input, without the space around it. */
export const readFirstLine = async (input: AsyncIterable<string | Uint8Array>): Promise<string> => {
  const decoder = new StringDecoder('utf8');
  let text = '';
  for await (const chunk of input) {
    text += typeof chunk === 'string' ? chunk : decoder.write(chunk);
    if (text.includes('\n') || text.length > charsMax) break;
  }
  return (text.split('\n')[0] ?? '').trim();
};
