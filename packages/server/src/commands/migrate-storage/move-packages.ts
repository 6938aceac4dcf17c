import { Readable } from 'node:stream';
import { digestOf } from '@patchbay/inspect/facts';
import {
  type BlobReader,
  type BlobStore,
  describeUnreadable,
  ifUnreadable,
  keyOfPackage,
} from '../../packages/blobs/blob-store.ts';
import type { PackageOfVersion } from '../../store/rows/stored-packages.ts';
import type { Progress } from '../output.ts';

const packagesAtOnce = 4;

export interface PackagesMoved {
  packages: number;
  /** Packages that were missing or had different bytes. */
  copied: number;
  /** One sentence for each package that could not be moved. */
  faults: string[];
}

interface Stores {
  source: BlobReader;
  target: BlobReader & Pick<BlobStore, 'stage'>;
}

/** Whether the target already has a package. */
export type IsThere = (stored: PackageOfVersion, key: string) => Promise<boolean>;

/**
 * Copies every package, unless the target already has it: with its digest, if nothing else says. A package that is
 * missing, damaged or unreadable is recorded, and the others continue.
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

/** A package that the source cannot give. The message says what is wrong with it. */
class UnreadableError extends Error {}

/** `there`, `copied`, or what is wrong. */
const movePackage = async (stores: Stores, stored: PackageOfVersion, isThere: IsThere): Promise<string> => {
  const key = keyOfPackage(stored);
  if (await isThere(stored, key)) return 'there';
  return copyPackage(stores, key, stored.sha256).catch((error: unknown) => {
    if (error instanceof UnreadableError) return `${key} ${error.message} at the source.`;
    throw error;
  });
};

const copyPackage = async ({ source, target }: Stores, key: string, sha256: string): Promise<string> => {
  await using blob = await target.stage(Readable.from(readSource(source, key)), Infinity);
  if (blob.sha256 !== sha256) return `${key} has other bytes at the source: their digest is ${blob.sha256}.`;
  await blob.commit(key);
  return (await digestAt(target, key)) === sha256
    ? 'copied'
    : `${key} was not kept by the target as it was sent.`;
};

/** Tells errors of the source from those of the target, which has no room for other packages either. */
const readSource = async function* (source: Stores['source'], key: string): AsyncGenerator<Buffer> {
  try {
    yield* (await source.open(key)) as AsyncIterable<Buffer>;
  } catch (error) {
    throw new UnreadableError(await describeUnreadable(source, error), { cause: error });
  }
};

/** The digest of the bytes read, hexadecimal. Undefined if there are none. */
const digestAt = (store: Stores['source'], key: string): Promise<string | undefined> =>
  store
    .open(key)
    .then(digestOf)
    .catch(ifUnreadable(() => undefined));
