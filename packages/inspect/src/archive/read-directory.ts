import { fromRandomAccessReaderPromise, type Entry } from 'yauzl';
import { FLAG, METHOD, type PlacedEntry } from './archive-entry.ts';
import type { ArchiveFile } from './archive-file.ts';
import { expandsTooMuch, type ArchiveLimits } from './archive-limits.ts';
import { ArchiveRefusal } from './archive-refusal.ts';
import { checkHeaders } from './check-headers.ts';
import { checkKind } from './check-kind.ts';
import { checkName } from './check-name.ts';
import type { EndRecord } from './read-end-record.ts';

const LOCAL_HEADER_BYTES = 30;
const DIRECTORY_HEADER_BYTES = 46;
/** Version 4.5 of the format covers everything that we read. Info-ZIP and Python refuse entries that need more. */
const FORMAT_VERSION_MAX = 45;

/** Keeps every character, so that the name shows exactly what the bytes say. */
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The zip reader decodes no names and checks no sizes: those rules are ours, and so are their reasons. */
const READER_OPTIONS = { autoClose: false, decodeStrings: false, validateEntrySizes: false };

/**
 * Reads every entry of the directory in order, and checks each one against the limits and the rules for single entries.
 * The header at its content is compared at once, so that only the outcome is kept.
 */
export const readDirectory = async (
  file: ArchiveFile,
  end: EndRecord,
  limits: ArchiveLimits,
): Promise<PlacedEntry[]> => {
  if (end.entryCount > limits.entriesMax) throw new ArchiveRefusal('too-many-entries');
  const entries: PlacedEntry[] = [];
  let directoryBytes = 0;
  let unpackedBytes = 0;
  try {
    const zip = await fromRandomAccessReaderPromise(file, file.bytes, READER_OPTIONS);
    for await (const listed of zip.eachEntry()) {
      const name = decodeName(listed);
      checkEntry(listed, name, limits);
      unpackedBytes += listed.uncompressedSize;
      if (unpackedBytes > limits.unpackedBytesMax) throw new ArchiveRefusal('unpacks-too-large', name);
      directoryBytes +=
        DIRECTORY_HEADER_BYTES + listed.fileNameLength + listed.extraFieldLength + listed.fileCommentLength;

      if (listed.relativeOffsetOfLocalHeader + LOCAL_HEADER_BYTES > end.directoryStart)
        throw new ArchiveRefusal('damaged', name);
      const local = await zip.readLocalFileHeaderPromise(listed);
      checkHeaders(listed, local, name);
      entries.push(placeEntry(listed, name, local.fileDataStart));
    }
  } catch (error) {
    throw asRefusal(error);
  }
  if (directoryBytes !== end.directoryEnd - end.directoryStart) throw new ArchiveRefusal('hidden-data');
  if (expandsTooMuch('archive', file.bytes, unpackedBytes, limits))
    throw new ArchiveRefusal('expands-too-much');
  return entries;
};

const decodeName = (listed: Entry): string => {
  try {
    return UTF8.decode(listed.fileNameRaw);
  } catch {
    throw new ArchiveRefusal('name-not-utf8');
  }
};

const checkEntry = (listed: Entry, name: string, limits: ArchiveLimits): void => {
  const { generalPurposeBitFlag: flags, compressionMethod: method } = listed;
  const nameRule = checkName(name);
  if (nameRule !== undefined) throw new ArchiveRefusal(nameRule, name);
  if ((flags & (FLAG.encrypted | FLAG.strong | FLAG.masked)) !== 0)
    throw new ArchiveRefusal('encrypted', name);
  if (
    (method !== METHOD.stored && method !== METHOD.deflated) ||
    (flags & FLAG.patched) !== 0 ||
    listed.versionNeededToExtract > FORMAT_VERSION_MAX
  )
    throw new ArchiveRefusal('unsupported-format', name);
  const kindRule = checkKind(listed.externalFileAttributes, name, listed.uncompressedSize);
  if (kindRule !== undefined) throw new ArchiveRefusal(kindRule, name);
  if (listed.uncompressedSize > limits.unpackedBytesMax) throw new ArchiveRefusal('unpacks-too-large', name);
  if (method === METHOD.stored && listed.compressedSize !== listed.uncompressedSize)
    throw new ArchiveRefusal('size-mismatch', name);
  if (expandsTooMuch('file', listed.compressedSize, listed.uncompressedSize, limits))
    throw new ArchiveRefusal('expands-too-much', name);
};

const placeEntry = (listed: Entry, name: string, dataStart: number): PlacedEntry => ({
  name,
  isDirectory: name.endsWith('/'),
  packedBytes: listed.compressedSize,
  unpackedBytes: listed.uncompressedSize,
  method: listed.compressionMethod,
  flags: listed.generalPurposeBitFlag,
  crc32: listed.crc32,
  headerStart: listed.relativeOffsetOfLocalHeader,
  dataStart,
});

/**
 * An error of the zip reader is a fault of the archive, unless it is from the file system, in which case it has a code.
 */
const asRefusal = (error: unknown): unknown => {
  if (!(error instanceof Error) || error instanceof ArchiveRefusal || 'code' in error) return error;
  const rule = error.message.includes('encryption') ? 'encrypted' : 'damaged';
  return new ArchiveRefusal(rule, undefined, { cause: error });
};
