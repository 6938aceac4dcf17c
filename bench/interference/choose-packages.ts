import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readPackageMetadata } from '../../packages/inspect/src/archive/package-metadata.ts';
import { readArchive } from '../../packages/inspect/src/archive/read-archive.ts';
import { isNodeId, parseVersion } from '@patchbay/contract/valid-identifiers';

/** Larger packages exist, but not among twenty that arrive at once. */
const packageBytes = { min: 1e6, max: 30e6 };

/** Up to `count` publishable zips of usual size from the folder, evenly distributed by size. */
export const choosePackages = async (folder: string, count: number): Promise<string[]> => {
  const usual: { path: string; bytes: number }[] = [];
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { size: bytes } = await stat(path);
    if (!name.endsWith('.zip') || bytes < packageBytes.min || bytes > packageBytes.max) continue;
    if (await canBePublished(path)) usual.push({ path, bytes });
  }
  usual.sort((a, b) => a.bytes - b.bytes);
  const chosen = Math.min(count, usual.length);
  return Array.from({ length: chosen }, (_, index) => Math.floor((index * usual.length) / chosen)).flatMap(
    (at) => usual[at]?.path ?? [],
  );
};

const canBePublished = async (path: string): Promise<boolean> => {
  await using archive = await readArchive(path);
  const metadata = await readPackageMetadata(archive);
  if (!metadata.ok) return false;
  const { name = 'unnamed', version = '1.0.0' } = metadata.declared;
  return isNodeId(name) && parseVersion(version) !== undefined;
};
