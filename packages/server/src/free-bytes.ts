import { statfs } from 'node:fs/promises';
import { inTime } from './timing.ts';

/** The bytes that the disk of a folder has left for this process. Rejects if the disk does not answer in 2 s. */
export const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await inTime(statfs(folder), `disk of ${folder}`);
  return bavail * bsize;
};
