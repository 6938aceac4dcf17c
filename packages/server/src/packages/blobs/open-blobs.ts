import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { sharedModes } from '../../private-files.ts';
import type { BlobStore } from './blob-store.ts';
import { openDiskStore } from './disk.ts';
import { openMemoryStore } from './memory.ts';

/** The package store that the settings select. */
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
      // A folder of the operator, from which a web server may need to read.
      return openDiskStore(location.folder, addresses, sharedModes);
    case 'memory':
      return openMemoryStore(staging, addresses);
    case 's3': {
      // Imported on demand: the SDK has 22 MB and takes 100 ms at startup, and a server with a disk store does not
      // need it.
      const { openS3Store } = await import('./s3/s3-store.ts');
      return openS3Store(location, { staging, now });
    }
  }
};
