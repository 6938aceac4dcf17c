import type { PackageFile } from './package-file.ts';
import { expandsTooMuch, DEFAULT_LIMITS, type ArchiveLimits } from './archive-limits.ts';
import { ArchiveRefusal } from './archive-refusal.ts';
import { measureNestedZip } from './measure-nested-zip.ts';
import { type Archive, readArchive } from './read-archive.ts';

/**
 * Opens the archive as readArchive does, after it has unpacked the whole content in bounded memory and found no broken
 * rule. Throws an ArchiveRefusal for the first broken rule.
 */
export const readVerifiedArchive = async (
  file: PackageFile,
  limits: ArchiveLimits = DEFAULT_LIMITS,
): Promise<Archive> => {
  await using stack = new AsyncDisposableStack();
  const archive = stack.use(await readArchive(file, limits));
  if ([...archive.entries.values()].every(({ isDirectory }) => isDirectory))
    throw new ArchiveRefusal('no-files');
  for (const { name, unpackedBytes } of archive.entries.values()) {
    const nestedBytes = await measureNestedZip(archive.stream(name));
    if (nestedBytes > limits.unpackedBytesMax || expandsTooMuch(unpackedBytes, nestedBytes, limits))
      throw new ArchiveRefusal('nested-bomb', name);
  }
  stack.move();
  return archive;
};
