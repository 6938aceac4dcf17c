import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { type Config, ConfigError } from '../../config.ts';
import { sharedModes } from '../../private-files.ts';
import { type BlobStore, BlobMissingError } from './blob-store.ts';
import { openDiskStore } from './disk.ts';
import { findLeftovers, openStaging } from './staging.ts';
import { type OwnAddresses, signOwnAddress } from './upload-signature.ts';

/** Packages in memory, lost when the process ends; for trials. Incoming files are in `stagingFolder`. */
const openMemoryStore = async (stagingFolder: string, addresses: OwnAddresses): Promise<BlobStore> => {
  const blobs = new Map<string, Buffer>();
  const startedAt = new Date();
  const stage = await openStaging(stagingFolder);
  const find = (key: string): Buffer => {
    const blob = blobs.get(key);
    if (blob === undefined) throw new BlobMissingError(key);
    return blob;
  };
  return {
    signUpload: async (grant) => signOwnAddress(addresses, grant),
    stage: async (source, bytesMax, take) => {
      const staged = await stage(source, bytesMax, take);
      return { ...staged, commit: async (key) => void blobs.set(key, await readFile(staged.path)) };
    },
    open: async (key, { start, end } = { start: 0, end: Infinity }) =>
      Readable.from([find(key).subarray(start, end + 1)]),
    fetch: async (key) => stage(Readable.from([find(key)]), Infinity),
    measure: async (key) => blobs.get(key)?.length,
    list: (after) =>
      Readable.from(
        [...blobs.keys()]
          .filter((key) => key > after)
          .sort()
          .map((key) => ({ key, storedAt: startedAt })),
      ),
    leftovers: () => findLeftovers(stagingFolder),
    remove: async (key) => void blobs.delete(key),
    check: async () => {},
  };
};

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
      return openDiskStore(location.folder, addresses, sharedModes).catch((cause: unknown) => {
        throw new ConfigError(
          `PACKAGES_URL must be a folder that can be written, which ${location.folder} is not.`,
          { cause },
        );
      });
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
