import type { Readme } from '@patchbay/contract';
import { limits } from '@patchbay/contract/limits';
import type { ListedFile } from '../archive/list-files.ts';
import type { Archive } from '../archive/read-archive.ts';
import { readStart } from '../archive/read-start.ts';
import { type DecodedText, decodeText } from '../text/decode-text.ts';

const endings = ['md', 'markdown', 'txt', 'rst'];

/** The path of the readme among those of a package: at its root, Markdown before text. */
export const findReadme = (names: Iterable<string>): string | undefined => {
  const found = [...names].flatMap((name) => {
    const [, ending = ''] = /^readme\.(\w+)$/i.exec(name) ?? [];
    const rank = endings.indexOf(ending.toLowerCase());
    return rank < 0 ? [] : [{ name, rank }];
  });
  return found.toSorted((one, other) => one.rank - other.rank)[0]?.name;
};

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
  const [{ asWritten, renderReadme }, { placePictures }] = await Promise.all([
    import('./render-readme.ts'),
    import('./place-pictures.ts'),
  ]);
  const decoded = decodeText(bytes, { isCut });
  const readme = isLegible(decoded)
    ? renderReadme({ file, text: decoded.text, isCut }, archive.entries)
    : asWritten({ file, text: `${file} is not in UTF-8 or UTF-16, so it cannot be shown.`, isCut: false });
  await placePictures(readme, archive, files);
  return readme;
};

/** Of the characters of a text, how many may be unknown bytes for it to be shown all the same. */
const unknownShareMax = 0.02;

const isLegible = ({ text, fault }: DecodedText): boolean =>
  fault === undefined || text.split('\ufffd').length - 1 <= unknownShareMax * text.length;
