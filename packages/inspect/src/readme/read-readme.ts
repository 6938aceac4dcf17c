import type { Readme } from '@patchbay/contract';
import { limits } from '@patchbay/contract/limits';
import type { Archive } from '../archive/read-archive.ts';
import { findReadme } from './find-readme.ts';

/** The readme at the root of a package; undefined if it has none. */
export const readReadme = async (archive: Archive): Promise<Readme | undefined> => {
  const file = findReadme(archive.entries.keys());
  if (file === undefined) return undefined;
  const { bytes, isCut } = await readStart(archive, file);
  // Loaded late: a caller that only checks a package does not need most of it.
  const { renderReadme } = await import('./render-readme.ts');
  return renderReadme({ file, text: new TextDecoder().decode(bytes), isCut }, archive.entries);
};

const readStart = async (archive: Archive, file: string): Promise<{ bytes: Buffer; isCut: boolean }> => {
  const { readmeSourceBytesMax: max } = limits;
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of archive.stream(file)) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > max) break;
  }
  return { bytes: Buffer.concat(chunks).subarray(0, max), isCut: length > max };
};
