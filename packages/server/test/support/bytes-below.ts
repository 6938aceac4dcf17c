import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** The size of all files below a folder that others write to meanwhile. */
export const bytesBelow = async (folder: string): Promise<number> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    // An upload that ended meanwhile has no file any more.
    .map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
};
