import { createHash } from 'node:crypto';
import { mkdir, open } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ArchiveLimits, readVerifiedArchive } from '@patchbay/inspect/archive';
import { syncFolder } from '../files/sync-folder.ts';
import { requireRoom } from './require-room.ts';

/**
 * Unpacks a package into an empty folder, once all of it has passed the rules that the registry holds packages to.
 * Returns the SHA-256 of each file by its path, when all of them outlive a loss of power. Throws an ArchiveRefusal.
 */
export const unpackPackage = async (
  file: string,
  folder: string,
  limits: ArchiveLimits,
): Promise<ReadonlyMap<string, string>> => {
  await using archive = await readVerifiedArchive(file, limits);
  const entries = [...archive.entries.values()];
  await requireRoom(
    folder,
    entries.reduce((sum, { unpackedBytes }) => sum + unpackedBytes, 0),
  );
  const digests = new Map<string, string>();
  const folders = new Set([folder]);
  const addFolders = async (path: string): Promise<void> => {
    await mkdir(path, { recursive: true });
    for (let one = path; !folders.has(one); one = dirname(one)) folders.add(one);
  };
  for (const { name, isDirectory } of entries) {
    const path = join(folder, name);
    await addFolders(isDirectory ? join(folder, name.slice(0, -1)) : dirname(path));
    if (!isDirectory) digests.set(name, await write(path, archive.stream(name)));
  }
  for (const one of folders) await syncFolder(one);
  return digests;
};

/** Returns the digest of what it wrote. */
const write = async (path: string, content: AsyncIterable<Buffer>): Promise<string> => {
  const hash = createHash('sha256');
  // Fails where a file is: two names that this file system takes for one.
  const file = await open(path, 'wx');
  try {
    for await (const chunk of content) {
      hash.update(chunk);
      await file.writeFile(chunk);
    }
    await file.sync();
  } catch (error) {
    // The system says of a full disk only that it cannot write.
    throw Object.assign(error as Error, { path });
  } finally {
    await file.close();
  }
  return hash.digest('hex');
};
