import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { type BlobStore, BlobMissingError } from './blob-store.ts';
import { findLeftovers, openStaging } from './staging.ts';
import { type OwnAddresses, signOwnAddress } from './upload-signature.ts';

/** Packages in memory, lost when the process ends; for trials. Incoming files are in `stagingFolder`. */
export const openMemoryStore = async (stagingFolder: string, addresses: OwnAddresses): Promise<BlobStore> => {
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
