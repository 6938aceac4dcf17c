import { lstat, realpath, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliError } from '../errors.ts';
import { type FileContent, replaceFile } from './replace-file.ts';

/**
 * Writes to a path that somebody named: a file is replaced whole and keeps its rights, a link stays and leads to what is
 * written, and what is no file, such as a pipe, is written into. Throws `file_error` if its folder is not there.
 */
export const saveFile = async (path: string, content: FileContent): Promise<void> => {
  // A link that leads nowhere is itself what is found.
  const found = await stat(path)
    .catch(() => lstat(path))
    .catch(() => undefined);
  if (found?.isFile() === false) return writeFile(path, content);
  if (found !== undefined) return replaceFile(await realpath(path), content, { mode: found.mode & 0o777 });
  await requireFolder(dirname(path));
  return replaceFile(path, content);
};

/** Throws `file_error` unless there is such a folder. */
export const requireFolder = async (path: string): Promise<void> => {
  const found = await stat(path).catch(() => undefined);
  if (found?.isDirectory() === true) return;
  throw new CliError('file_error', `There is no folder ${path}.`, {
    next: 'Create it, or name another one.',
  });
};
