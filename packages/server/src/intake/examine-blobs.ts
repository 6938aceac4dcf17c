import type { BlobStore, ListedBlob } from '../blobs/blob-store.ts';
import { keyOfPackage } from '../blobs/keys.ts';
import { type PackageOfVersion, findPackagesOfVersions } from '../store/rows/stored-packages.ts';
import type { Reader } from '../store/store.ts';

/** A younger package may be on its way from the store to its row. */
export const orphanGraceMs = 24 * 60 * 60_000;

const perPage = 500;

/** Some packages of the store, in its order. */
export interface ExaminedBlobs {
  examined: number;
  /** The key of the last one. */
  last: string;
  /** Packages that no version has or will ever have: the version is gone, or has another package. */
  orphans: ListedBlob[];
  /** Objects with a key that this server never writes. */
  foreign: ListedBlob[];
}

/** Looks up the owner of every package in the store from behind the key `after`. */
export const examineBlobs = async function* (
  read: Reader,
  blobs: Pick<BlobStore, 'list'>,
  after: string,
): AsyncGenerator<ExaminedBlobs> {
  let page: ListedBlob[] = [];
  for await (const blob of blobs.list(after)) {
    page.push(blob);
    if (page.length < perPage) continue;
    yield await examine(read, page);
    page = [];
  }
  if (page.length > 0) yield await examine(read, page);
};

const examine = async (read: Reader, page: readonly ListedBlob[]): Promise<ExaminedBlobs> => {
  const named = page.map((blob) => ({ ...blob, versionId: versionIdOf(blob.key) }));
  const owners = await findPackagesOfVersions(
    read,
    named.flatMap(({ versionId }) => versionId ?? []),
  );
  return {
    examined: page.length,
    last: page.at(-1)?.key ?? '',
    foreign: named.filter(({ versionId }) => versionId === undefined),
    orphans: named.filter(
      ({ key, versionId }) => versionId !== undefined && isOrphan(key, owners.get(versionId)),
    ),
  };
};

const keyPattern = /^[^/]+\/[^/]+\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-[\da-f]{64}\.zip$/;

const versionIdOf = (key: string): string | undefined => keyPattern.exec(key)?.[1];

/** A version without a package may still get this one: its publisher may send it again. */
const isOrphan = (key: string, owner: PackageOfVersion | 'none yet' | undefined): boolean =>
  owner === undefined || (owner !== 'none yet' && keyOfPackage(owner) !== key);
