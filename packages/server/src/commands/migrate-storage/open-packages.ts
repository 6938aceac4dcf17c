import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobReader, BlobStore } from '../../blobs/blob-store.ts';
import { openBlobs } from '../../blobs/open-blobs.ts';
import type { PackagesLocation } from '../../blobs/packages-url.ts';
import { readDisk } from '../../blobs/read-disk.ts';

/** Where packages are read and where they are written; what is on its way lies in a folder that goes with them. */
export const openPackages = async (
  from: PackagesLocation,
  to: PackagesLocation,
): Promise<{ source: BlobReader; target: BlobStore } & AsyncDisposable> => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-move-'));
  const open = (PACKAGES_URL: PackagesLocation, name: string): Promise<BlobStore> =>
    // Nobody uploads by an address of this process, so that it signs none.
    openBlobs(
      { PACKAGES_URL, DATA_DIR: join(folder, name), SECRET: '' },
      { publicUrl: () => '', now: () => new Date() },
    );
  return {
    // To open a folder as a server does would clear away the uploads under way of the one that uses it.
    source: from.kind === 'file' ? readDisk(from.folder) : await open(from, 'from'),
    target: await open(to, 'to'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
};
