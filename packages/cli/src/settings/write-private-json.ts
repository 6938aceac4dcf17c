import { chmod } from 'node:fs/promises';
import { dirname } from 'node:path';
import { CliError } from '../errors.ts';
import { makeFolder } from '../files/make-folder.ts';
import { replaceFile } from '../files/replace-file.ts';

/** Writes a file that only the user can open, in a folder that only the user can open: all of it, or nothing. */
export const writePrivateJson = async (path: string | undefined, value: object): Promise<void> => {
  if (path === undefined) {
    throw new CliError('invalid_setting', 'This user has no home folder to keep settings in.', {
      next: 'Set HOME to one, or set PATCHBAY_URL and PATCHBAY_TOKEN instead.',
    });
  }
  const folder = dirname(path);
  await makeFolder(folder, 0o700);
  await chmod(folder, 0o700);
  await replaceFile(path, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
};
