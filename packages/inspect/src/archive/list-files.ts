import { createHash } from 'node:crypto';
import { limits } from '@patchbay/contract/limits';
import type { PlacedEntry } from './archive-entry.ts';
import type { PlacedArchive } from './read-archive.ts';

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
export const listFiles = async (archive: PlacedArchive): Promise<FileList> => {
  const files = [...archive.entries.values()].filter(({ isDirectory }) => !isDirectory).sort(byName);
  const listed: ListedFile[] = [];
  let bytes = 0;
  for (const entry of files) {
    const file = await listFile(archive, entry);
    bytes += Buffer.byteLength(JSON.stringify(file)) + 1;
    if (listed.length === limits.packageFilesMax || bytes > limits.packageFilesBytesMax)
      return { files: listed, areAll: false };
    listed.push(file);
  }
  return { files: listed, areAll: true };
};

const listFile = async (archive: PlacedArchive, entry: PlacedEntry): Promise<ListedFile> => {
  const { name, unpackedBytes, packedBytes, dataStart, method } = entry;
  const hash = createHash('sha256');
  for await (const chunk of archive.stream(name)) hash.update(chunk);
  return [name, unpackedBytes, packedBytes, dataStart, method, hash.digest('base64url')];
};

const byName = (one: PlacedEntry, other: PlacedEntry): number => (one.name < other.name ? -1 : 1);
