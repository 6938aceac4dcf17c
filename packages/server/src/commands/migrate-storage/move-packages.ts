import { type BlobStore, BlobMissingError } from '../../blobs/blob-store.ts';
import { digestOf } from '@patchbay/inspect/facts';
import { keyOfPackage } from '../../blobs/keys.ts';
import type { PackageOfVersion } from '../../store/rows/stored-packages.ts';
import type { Progress } from './progress.ts';

const packagesAtOnce = 4;

export interface PackagesMoved {
  packages: number;
  /** Packages that were missing or had different bytes. */
  copied: number;
  /** One sentence for each package that could not be moved. */
  faults: string[];
}

interface Stores {
  source: Pick<BlobStore, 'open'>;
  target: Pick<BlobStore, 'open' | 'stage'>;
}

/** Whether the target already has a package. */
export type IsThere = (stored: PackageOfVersion, key: string) => Promise<boolean>;

/**
 * Copies every package, unless the target already has it: with its digest, if nothing else says. A package that is
 * missing or damaged is recorded, and the others continue.
 */
export const movePackages = async (
  { packages, total }: { packages: AsyncIterator<PackageOfVersion>; total: number },
  stores: Stores,
  progress: Progress,
  isThere: IsThere = async ({ sha256 }, key) => (await digestAt(stores.target, key)) === sha256,
): Promise<PackagesMoved> => {
  const moved: PackagesMoved = { packages: total, copied: 0, faults: [] };
  const advance = progress('packages', total);
  const work = async (): Promise<void> => {
    for (let one = await packages.next(); one.done !== true; one = await packages.next()) {
      const outcome = await movePackage(stores, one.value, isThere);
      if (outcome === 'copied') moved.copied += 1;
      else if (outcome !== 'there') moved.faults.push(outcome);
      advance(1);
    }
  };
  await Promise.all(Array.from({ length: packagesAtOnce }, work));
  return moved;
};

/** `there`, `copied`, or what is wrong. */
const movePackage = async (
  { source, target }: Stores,
  stored: PackageOfVersion,
  isThere: IsThere,
): Promise<string> => {
  const { sha256 } = stored;
  const key = keyOfPackage(stored);
  if (await isThere(stored, key)) return 'there';
  const bytes = await openIfThere(source, key);
  if (bytes === undefined) return `${key} is missing at the source.`;
  await using blob = await target.stage(bytes, Infinity);
  if (blob.sha256 !== sha256) return `${key} has other bytes at the source: their digest is ${blob.sha256}.`;
  await blob.commit(key);
  return (await digestAt(target, key)) === sha256
    ? 'copied'
    : `${key} was not kept by the target as it was sent.`;
};

/** The digest of the bytes read, hexadecimal. Undefined if there are none. */
const digestAt = async (store: Stores['source'], key: string): Promise<string | undefined> => {
  const bytes = await openIfThere(store, key);
  return bytes && digestOf(bytes);
};

const openIfThere = (store: Stores['source'], key: string) =>
  store.open(key).catch((error: unknown) => {
    // The file system reports this with a code.
    const isMissing = error instanceof BlobMissingError || (error as NodeJS.ErrnoException).code === 'ENOENT';
    if (isMissing) return undefined;
    throw error;
  });
