import type { Readme, ReadmePicture } from '@patchbay/contract';
import { limits } from '@patchbay/contract/limits';
import { describeFile } from './describe-file.ts';
import type { ListedFile } from '../archive/list-files.ts';
import type { Archive } from '../archive/read-archive.ts';
import { readStart } from '../archive/read-start.ts';
import { pictureHeadBytes, pictureOf } from './picture-of.ts';

/** Says of each picture in a readme how large it is and where it lies, if it is one that clients show. */
export const placePictures = async (
  { parts }: Readme,
  archive: Archive,
  files: readonly ListedFile[],
): Promise<void> => {
  const listed = new Map(files.map((file) => [file[0], file]));
  const known = new Map<string, ReadmePicture | undefined>();
  for (const part of parts) {
    if (part.tag !== 'img' || part.file === undefined) continue;
    const file = listed.get(part.file);
    if (!known.has(part.file)) known.set(part.file, file && (await placeOf(archive, file)));
    const picture = known.get(part.file);
    if (picture !== undefined) part.picture = picture;
  }
};

const placeOf = async (archive: Archive, listed: ListedFile): Promise<ReadmePicture | undefined> => {
  const { path, ...packed } = describeFile(listed);
  const { readmePictureBytesMax: max } = limits;
  if (packed.size > max || packed.packed_size > max) return undefined;
  const picture = pictureOf(await readStart(archive, path, pictureHeadBytes));
  return picture && { width: picture.width, height: picture.height, ...packed };
};
