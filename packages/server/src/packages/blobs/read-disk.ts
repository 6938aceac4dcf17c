import { access, constants, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobReader } from './blob-store.ts';

/** Packages as files below `root`, read-only: a server that uses the folder is not disturbed. */
export const readDisk = (root: string): BlobReader => ({
  open: async (key, range) => {
    const file = await open(join(root, key));
    return file.createReadStream({ ...range });
  },
  check: () => access(root, constants.R_OK),
});
