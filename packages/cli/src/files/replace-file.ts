import { randomUUID } from 'node:crypto';
import { lstat, open, readdir, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { syncFolder } from './sync-folder.ts';
import { idleMsMin, temporaries } from './temporary-folder.ts';

export type FileContent = string | Uint8Array | AsyncIterable<Uint8Array>;

interface ReplaceOptions {
  /** The rights of the file; by default those that the system gives to a new one. */
  mode?: number;
  /** Whether no other process writes it meanwhile. What a killed one leaves is then overwritten by the next one. */
  isOnlyWriter?: boolean;
}

const ending = '.patchbay-new';

/** Beside a file, for what will take its place. No package holds a file of such a name, which a killed process leaves. */
const temporaryName = (path: string): string => `${path}.${randomUUID()}${ending}`;

/** Removes what killed processes have left beside a file. One that still writes has written of late. */
const removeLeftOvers = async (path: string): Promise<void> => {
  const [folder, start] = [dirname(path), `${basename(path)}.`];
  // A folder may be one to write into and not to list.
  for (const name of await readdir(folder).catch(() => [])) {
    if (!name.startsWith(start) || !name.endsWith(ending)) continue;
    const left = join(folder, name);
    const found = await lstat(left).catch(() => undefined);
    if (found?.isFile() === true && Date.now() - found.mtimeMs > idleMsMin) await rm(left, { force: true });
  }
};

/** Writes a file: all of it, or nothing. */
export const replaceFile = async (
  path: string,
  content: FileContent,
  { mode, isOnlyWriter = false }: ReplaceOptions = {},
): Promise<void> => {
  const temporary = isOnlyWriter ? `${path}.new` : temporaryName(path);
  temporaries.add(temporary);
  try {
    // It may also be a link of a stranger's, which a file that is written anew does not follow.
    if (isOnlyWriter) await rm(temporary, { recursive: true, force: true });
    else await removeLeftOvers(path);
    const file = await open(temporary, 'wx', mode);
    try {
      if (mode !== undefined) await file.chmod(mode);
      await file.writeFile(content);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    // The name of what takes its place says nothing to anybody.
    throw Object.assign(error as Error, { path });
  } finally {
    await rm(temporary, { force: true });
    temporaries.delete(temporary);
  }
  await syncFolder(dirname(path));
};
