import { chunksOf } from './chunks-of.ts';
import { IntegrityError } from './errors.ts';

/** Twice of what a registry sends at most, in bytes. */
const bytesMax = 64 * 1024 * 1024;

/** The text of a response. Throws an IntegrityError as soon as it is longer than that of any registry. */
export const readText = async (response: Response): Promise<string> => {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of chunksOf(response)) {
    bytes += chunk.length;
    if (bytes > bytesMax) {
      throw new IntegrityError(`${response.url} sent more than ${bytesMax} bytes, which no registry does.`);
    }
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
};
