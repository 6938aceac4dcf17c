import { expandsTooMuch, DEFAULT_LIMITS, type ArchiveLimits } from './archive-limits.ts';
import { ArchiveRefusal } from './archive-refusal.ts';
import { measureNestedZip } from './measure-nested-zip.ts';
import { readArchive } from './read-archive.ts';

/**
 * Walks the whole archive at `path`, unpacking every entry's content in bounded memory and keeping none.
 * Throws an ArchiveRefusal for the first rule that is broken; comes back when there is none.
 */
export async function verifyArchive(path: string, limits: ArchiveLimits = DEFAULT_LIMITS): Promise<void> {
  await using archive = await readArchive(path, limits);
  for (const { name, unpackedBytes } of archive.entries.values()) {
    const nestedBytes = await measureNestedZip(archive.stream(name));
    if (nestedBytes > limits.unpackedBytesMax || expandsTooMuch(unpackedBytes, nestedBytes, limits))
      throw new ArchiveRefusal('nested-bomb', name);
  }
}
