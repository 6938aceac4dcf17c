import { join } from 'node:path';
import type { Config } from '../config.ts';
import { sharedModes } from '../private-files.ts';
import type { BlobStore } from './blob-store.ts';
import { openDiskStore } from './disk.ts';
import { openMemoryStore } from './memory.ts';

/** The store of packages that the settings name. */
export const openBlobs = async (
  config: Pick<Config, 'DATA_DIR' | 'PACKAGES_URL' | 'SECRET'>,
  { publicUrl, now }: { publicUrl: () => string; now: () => Date },
): Promise<BlobStore> => {
  const addresses = { secret: config.SECRET, publicUrl };
  const location = config.PACKAGES_URL;
  if (location === undefined) return openDiskStore(join(config.DATA_DIR, 'packages'), addresses);
  const staging = join(config.DATA_DIR, 'staging');
  switch (location.kind) {
    case 'file':
      // A folder of the operator's own, which a web server may be meant to read.
      return openDiskStore(location.folder, addresses, sharedModes);
    case 'memory':
      return openMemoryStore(staging, addresses);
    case 's3': {
      // Imported here: the SDK is 22 MB and 100 ms of start, which a server on a disk has no use for.
      const { openS3Store } = await import('./s3/s3-store.ts');
      return openS3Store(location, { staging, now });
    }
  }
};
