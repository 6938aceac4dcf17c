import { buffer } from 'node:stream/consumers';
import type { ArchiveEntry, PlacedEntry } from './archive-entry.ts';
import { ArchiveFile } from './archive-file.ts';
import type { PackageFile } from './package-file.ts';
import { DEFAULT_LIMITS, type ArchiveLimits } from './archive-limits.ts';
import { checkLayout } from './check-layout.ts';
import { checkTree } from './check-tree.ts';
import { readDirectory } from './read-directory.ts';
import { readEndRecord } from './read-end-record.ts';
import { streamEntry } from './stream-entry.ts';

/** An open archive. Close it with `await using`, or by calling its `Symbol.asyncDispose`. */
export interface Archive extends AsyncDisposable {
  /** Every entry by its name, in the order of the directory; folders end in "/". */
  readonly entries: ReadonlyMap<string, ArchiveEntry>;
  /** Whether all contents are known to be sound, so that a reader may stop before the end of one. */
  readonly isVerified: boolean;
  /** The content of an entry, verified while it is read; see streamEntry for what is refused. */
  stream(name: string): AsyncIterable<Buffer>;
  /** The whole content of an entry, verified. Throws a RangeError if it is larger than `bytesMax`. */
  read(name: string, bytesMax: number): Promise<Buffer>;
}

/** An archive that says where its entries are. */
export interface PlacedArchive extends Archive {
  readonly entries: ReadonlyMap<string, PlacedEntry>;
}

/**
 * Opens the zip and checks everything that can be known without unpacking: names, kinds, sizes, headers, layout and
 * limits. Contents are checked as they are read. Throws an ArchiveRefusal for the first broken rule, and the file
 * system's error if the file cannot be read.
 */
export const readArchive = async (
  file: PackageFile,
  limits: ArchiveLimits = DEFAULT_LIMITS,
): Promise<PlacedArchive> => {
  await using stack = new AsyncDisposableStack();
  const bytes = stack.use(await ArchiveFile.open(file));
  const end = await readEndRecord(bytes);
  const entries = await readDirectory(bytes, end, limits);
  checkTree(entries);
  await checkLayout(bytes, entries, end.directoryStart);
  const opened = stack.move();
  return openArchive(bytes, entries, () => opened.disposeAsync());
};

const openArchive = (
  file: ArchiveFile,
  placed: readonly PlacedEntry[],
  close: () => Promise<void>,
): PlacedArchive => {
  const entries = new Map(placed.map((entry) => [entry.name, entry]));
  const find = (name: string): PlacedEntry => {
    const entry = entries.get(name);
    if (entry === undefined) throw new RangeError(`The archive has no entry "${name}".`);
    return entry;
  };
  return {
    entries,
    isVerified: false,
    stream: (name) => streamEntry(file, find(name)),
    async read(name, bytesMax) {
      const entry = find(name);
      if (entry.unpackedBytes > bytesMax)
        throw new RangeError(`"${name}" has ${entry.unpackedBytes} bytes, more than ${bytesMax}.`);
      return buffer(streamEntry(file, entry));
    },
    [Symbol.asyncDispose]: close,
  };
};
