import { createHash } from 'node:crypto';
import { expandsTooMuch, DEFAULT_LIMITS, type ArchiveLimits } from './archive-limits.ts';
import { ArchiveRefusal } from './archive-refusal.ts';
import { measureNestedZip } from './measure-nested-zip.ts';
import type { PackageFile } from './package-file.ts';
import { type PlacedArchive, readArchive } from './read-archive.ts';

const MIB = 1024 ** 2;
/** Contents up to this size are kept, up to that sum, so that those who read them later need not inflate them again. */
const KEPT_FILE_BYTES_MAX = 2 * MIB;
const KEPT_BYTES_MAX = 8 * MIB;

/** An archive whose contents are all sound. */
export interface VerifiedArchive extends PlacedArchive {
  /** The SHA-256 of the content of each entry, in base64url. */
  readonly digests: ReadonlyMap<string, string>;
}

/**
 * Opens the archive as readArchive does, after it has unpacked the whole content in bounded memory and found no broken
 * rule. Throws an ArchiveRefusal for the first broken rule.
 */
export const readVerifiedArchive = async (
  file: PackageFile,
  limits: ArchiveLimits = DEFAULT_LIMITS,
): Promise<VerifiedArchive> => {
  await using stack = new AsyncDisposableStack();
  const archive = stack.use(await readArchive(file, limits));
  if ([...archive.entries.values()].every(({ isDirectory }) => isDirectory))
    throw new ArchiveRefusal('no-files');
  const digests = new Map<string, string>();
  const kept = new Map<string, Buffer>();
  let keptBytes = 0;
  for (const { name, unpackedBytes } of archive.entries.values()) {
    const isKept = unpackedBytes <= KEPT_FILE_BYTES_MAX && keptBytes + unpackedBytes <= KEPT_BYTES_MAX;
    const hash = createHash('sha256');
    const chunks: Buffer[] = [];
    const nestedBytes = await measureNestedZip(
      observe(archive.stream(name), (chunk) => {
        hash.update(chunk);
        if (isKept) chunks.push(chunk);
      }),
    );
    if (
      nestedBytes > limits.unpackedBytesMax ||
      expandsTooMuch('archive', unpackedBytes, nestedBytes, limits)
    )
      throw new ArchiveRefusal('nested-bomb', name);
    digests.set(name, hash.digest('base64url'));
    if (!isKept) continue;
    kept.set(name, chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks));
    keptBytes += unpackedBytes;
  }
  const opened = stack.move();
  return {
    entries: archive.entries,
    digests,
    isVerified: true,
    stream: (name) => {
      const content = kept.get(name);
      return content === undefined ? archive.stream(name) : streamOf(content);
    },
    read: async (name, bytesMax) => {
      const content = kept.get(name);
      return content !== undefined && content.length <= bytesMax ? content : archive.read(name, bytesMax);
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
};

const observe = async function* (
  content: AsyncIterable<Buffer>,
  see: (chunk: Buffer) => void,
): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    see(chunk);
    yield chunk;
  }
};

const streamOf = async function* (content: Buffer): AsyncGenerator<Buffer> {
  yield content;
};
