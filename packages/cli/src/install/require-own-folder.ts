import { lstat } from 'node:fs/promises';
import { CliError } from '../errors.ts';
import { ifThere } from './if-there.ts';

/**
 * Throws unless a working folder is what patchbay makes: a folder, in which the file of the lock is empty. A link, which
 * may come with the files of a stranger, would have another folder cleared, or another database opened.
 */
export const requireOwnFolder = async (folder: string, holder: string): Promise<void> => {
  const [found, held] = [await lstat(folder), await ifThere(lstat(holder))];
  if (!found.isDirectory()) throw foreign(folder);
  if (held !== undefined && !(held.isFile() && held.size === 0)) throw foreign(holder);
};

const foreign = (path: string): CliError =>
  new CliError('folder_taken', `${path} was not made by patchbay.`, { next: 'Move it away.' });
