import { limits } from '@patchbay/contract/limits';
import type { PlacedEntry } from './archive-entry.ts';
import type { VerifiedArchive } from './read-verified-archive.ts';

/**
 * One file of a package: its path, its sizes unpacked and packed, where its packed bytes start in the archive, the
 * number of its method in the zip format, and the SHA-256 of its content in base64url.
 */
export type ListedFile = readonly [
  path: string,
  size: number,
  packedSize: number,
  offset: number,
  method: number,
  sha256: string,
];

export interface FileList {
  files: ListedFile[];
  /** Whether the list is complete. */
  areAll: boolean;
}

/** The files of a package by path, up to the limit. */
export const listFiles = (archive: VerifiedArchive): FileList => {
  const files = [...archive.entries.values()].filter(({ isDirectory }) => !isDirectory).sort(byName);
  const listed: ListedFile[] = [];
  let bytes = 0;
  for (const entry of files) {
    const file = listFile(archive, entry);
    bytes += Buffer.byteLength(JSON.stringify(file)) + 1;
    if (listed.length === limits.packageFilesMax || bytes > limits.packageFilesBytesMax)
      return { files: listed, areAll: false };
    listed.push(file);
  }
  return { files: listed, areAll: true };
};

const listFile = (
  { digests }: VerifiedArchive,
  { name, unpackedBytes, packedBytes, dataStart, method }: PlacedEntry,
): ListedFile => [name, unpackedBytes, packedBytes, dataStart, method, digests.get(name) ?? ''];

const byName = (one: PlacedEntry, other: PlacedEntry): number => (one.name < other.name ? -1 : 1);
