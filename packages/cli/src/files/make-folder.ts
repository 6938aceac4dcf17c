import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Creates a folder and those above it. The runtime's own recursion never ends where a system lets no folder be made and
 * says that the one above is missing, as below /proc on Linux.
 */
export const makeFolder = async (path: string, mode = 0o777): Promise<void> => {
  const above = dirname(path);
  const make = (): Promise<void> => mkdir(path, { mode }).then(() => undefined);
  await make()
    .catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT' || above === path) throw error;
      await makeFolder(above, mode);
      await make();
    })
    // Another process may just have made it.
    .catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
};
