import type { Readme } from '@patchbay/contract';
import { limits } from '@patchbay/contract/limits';
import type { ListedFile } from '../archive/list-files.ts';
import type { Archive } from '../archive/read-archive.ts';
import { readStart } from '../archive/read-start.ts';
import { findReadme } from './find-readme.ts';

/** The readme at the root of a package with these files; undefined if it has none. */
export const readReadme = async (
  archive: Archive,
  files: readonly ListedFile[],
): Promise<Readme | undefined> => {
  const file = findReadme(archive.entries.keys());
  if (file === undefined) return undefined;
  const bytes = await readStart(archive, file, limits.readmeSourceBytesMax);
  const isCut = (archive.entries.get(file)?.unpackedBytes ?? 0) > bytes.length;
  // Loaded late: a caller that only checks a package does not need most of it.
  const [{ renderReadme }, { placePictures }] = await Promise.all([
    import('./render-readme.ts'),
    import('./place-pictures.ts'),
  ]);
  const readme = renderReadme({ file, text: new TextDecoder().decode(bytes), isCut }, archive.entries);
  await placePictures(readme, archive, files);
  return readme;
};
