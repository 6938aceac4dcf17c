import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BlobReader, BlobStore } from '../../packages/blobs/blob-store.ts';
import { openBlobs } from '../../packages/blobs/open-blobs.ts';
import type { PackagesLocation } from '../../packages/blobs/packages-url.ts';
import { readDisk } from '../../packages/blobs/disk.ts';

/** The source and target of packages. Packages in transit are in a folder that is removed with them. */
export const openPackages = async (
  from: PackagesLocation,
  to: PackagesLocation,
): Promise<{ source: BlobReader; target: BlobStore } & AsyncDisposable> => {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-move-'));
  const open = (PACKAGES_URL: PackagesLocation, name: string): Promise<BlobStore> =>
    // This process signs no upload URLs.
    openBlobs(
      { PACKAGES_URL, DATA_DIR: join(folder, name), SECRET: '' },
      { publicUrl: () => '', now: () => new Date() },
    );
  return {
    // Opening the folder like a server would remove the uploads in progress of the server that uses it.
    source: from.kind === 'file' ? readDisk(from.folder) : await open(from, 'from'),
    target: await open(to, 'to'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
};
