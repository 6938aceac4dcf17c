import { statfs } from 'node:fs/promises';
import { CliError } from '../errors.ts';
import { sizeText } from '../output/size.ts';
import { bounds } from './bounds.ts';

/** Throws unless the disk of a folder has room for so many bytes, and some for others. */
export const requireRoom = async (folder: string, bytes: number): Promise<void> => {
  const { bavail, bsize } = await statfs(folder);
  const room = Math.max(bavail * bsize - bounds.freeBytesMin, 0);
  if (bytes <= room) return;
  throw new CliError(
    'no_room',
    `The disk of ${folder} has room for ${sizeText(room)}, and ${sizeText(bytes)} would be written.`,
  );
};
