import { constants } from 'node:fs';
import { copyFile, rename, rm } from 'node:fs/promises';
import { temporaryName } from '../files/replace-file.ts';

/** Copies a file to where another may be: all of it, or nothing. A link there is replaced, not followed. */
export const placeFile = async (source: string, target: string): Promise<void> => {
  const temporary = temporaryName(target);
  try {
    await copyFile(source, temporary, constants.COPYFILE_EXCL);
    await rename(temporary, target);
  } finally {
    await rm(temporary, { force: true });
  }
};
