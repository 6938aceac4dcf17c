import type { ArchiveFile } from './archive-file.ts';
import { ArchiveRefusal } from './archive-refusal.ts';

/** The fields that the end record and its 64-bit form share. */
export interface EndFields {
  disk: number;
  directoryDisk: number;
  entriesOnDisk: number;
  entryCount: number;
  directoryBytes: number;
  directoryStart: number;
}

const LOCATOR = { signature: 0x07064b50, bytes: 20 };
/** `statedBytes`: the stated length excludes the signature and the length field itself. */
const RECORD = { signature: 0x06064b50, bytes: 56, statedBytes: 44 };

/** A field of the end record has this value if the 64-bit form has the actual one. */
const DEFERRED: EndFields = {
  disk: 0xffff,
  directoryDisk: 0xffff,
  entriesOnDisk: 0xffff,
  entryCount: 0xffff,
  directoryBytes: 0xffffffff,
  directoryStart: 0xffffffff,
};

/**
 * Reads the 64-bit form of the end record, which precedes the end record at `endStart`; undefined if the archive has
 * none. Refuses one that contradicts `small` or that does not lie directly before the end record, so there is no room
 * for an extension.
 */
export const readEnd64 = async (
  file: ArchiveFile,
  endStart: number,
  small: EndFields,
): Promise<{ fields: EndFields; recordStart: number } | undefined> => {
  const locatorStart = endStart - LOCATOR.bytes;
  if (locatorStart < 0) return undefined;
  const locator = await file.readRange(locatorStart, endStart);
  if (locator.readUInt32LE(0) !== LOCATOR.signature) return undefined;
  if (locator.readUInt32LE(4) !== 0 || locator.readUInt32LE(16) > 1) throw new ArchiveRefusal('multi-disk');

  const recordStart = readUInt64(locator, 8);
  if (recordStart + RECORD.bytes !== locatorStart) throw new ArchiveRefusal('zip64-disagreement');
  const record = await file.readRange(recordStart, locatorStart);
  if (record.readUInt32LE(0) !== RECORD.signature || readUInt64(record, 4) !== RECORD.statedBytes)
    throw new ArchiveRefusal('zip64-disagreement');

  const fields: EndFields = {
    disk: record.readUInt32LE(16),
    directoryDisk: record.readUInt32LE(20),
    entriesOnDisk: readUInt64(record, 24),
    entryCount: readUInt64(record, 32),
    directoryBytes: readUInt64(record, 40),
    directoryStart: readUInt64(record, 48),
  };
  for (const key of Object.keys(DEFERRED) as (keyof EndFields)[]) {
    if (small[key] !== DEFERRED[key] && small[key] !== fields[key])
      throw new ArchiveRefusal('zip64-disagreement');
  }
  return { fields, recordStart };
};

/** Exact up to 2^53. A larger result is still larger than any file, which is enough for a bounds check. */
export const readUInt64 = (buffer: Buffer, offset: number): number => Number(buffer.readBigUInt64LE(offset));
