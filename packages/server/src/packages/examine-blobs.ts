import type { BlobStore, ListedBlob } from './blobs/blob-store.ts';
import { findLoggedDigests, findPackageDigests } from '../store/rows/stored-packages.ts';
import type { ReadConnection } from '../store/store.ts';

/** A younger package may be on its way from the store to its row. */
export const orphanGraceMs = 24 * 60 * 60_000;
/**
 * How many orphans are removed at once. They come from crashes and are few; many are those of a database that was
 * replaced by an older one, and somebody should have time to notice.
 */
export const orphansRemovedMax = 100;

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
  read: ReadConnection,
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

const examine = async (read: ReadConnection, page: readonly ListedBlob[]): Promise<ExaminedBlobs> => {
  const named = page.map((blob) => ({ blob, name: nameOf(blob.key) }));
  const packages = named.flatMap(({ blob, name }) => (name === undefined ? [] : [{ blob, ...name }]));
  const rows = await findPackageDigests(read, idsOf(packages));
  const unowned = packages.filter(({ id, sha256 }) => {
    const owned = rows.get(id);
    // A version without a package may still get this one: its publisher may send it again.
    return owned !== null && owned !== sha256;
  });
  // A version with a package is never removed, so a row that the log knows and the table lacks was lost.
  const logged = await findLoggedDigests(read, idsOf(unowned));
  return {
    examined: page.length,
    last: page.at(-1)?.key ?? '',
    foreign: named.filter(({ name }) => name === undefined).map(({ blob }) => blob),
    orphans: unowned.filter(({ id, sha256 }) => logged.get(id) !== sha256).map(({ blob }) => blob),
  };
};

const keyPattern = /^[^/]+\/[^/]+\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})-([\da-f]{64})\.zip$/;

/** What the key of a package says of it, or undefined if this server never writes such a key. */
const nameOf = (key: string): { id: string; sha256: string } | undefined => {
  const [, id, sha256] = keyPattern.exec(key) ?? [];
  return id === undefined || sha256 === undefined ? undefined : { id, sha256 };
};

const idsOf = (packages: readonly { id: string }[]): string[] => packages.map(({ id }) => id);
