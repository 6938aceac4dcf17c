import { FLAG, type PlacedEntry } from './archive-entry.ts';
import type { ArchiveFile } from './archive-file.ts';
import { ArchiveRefusal } from './archive-refusal.ts';

/** The signature of a descriptor, which is optional. */
const DESCRIPTOR_SIGNATURE = Buffer.from('PK\x07\x08', 'latin1');
const DESCRIPTOR_BYTES_MAX = 24;

/**
 * Refuses an archive whose entries do not exactly fill the space before the directory, one after the other. Zip bombs
 * let entries overlap, and bytes that belong to no entry can hide another zip.
 */
export const checkLayout = async (
  file: ArchiveFile,
  entries: readonly PlacedEntry[],
  directoryStart: number,
): Promise<void> => {
  const inOrder = entries.toSorted((a, b) => a.headerStart - b.headerStart);
  if ((inOrder[0]?.headerStart ?? directoryStart) !== 0) throw new ArchiveRefusal('hidden-data');
  for (const [index, entry] of inOrder.entries()) {
    const dataEnd = entry.dataStart + entry.packedBytes;
    const next = inOrder[index + 1]?.headerStart ?? directoryStart;
    if (next < dataEnd) throw new ArchiveRefusal('overlapping-entries', entry.name);
    if (next - dataEnd > DESCRIPTOR_BYTES_MAX) throw new ArchiveRefusal('hidden-data', entry.name);
    const between = await file.readRange(dataEnd, next);
    if ((entry.flags & FLAG.descriptor) === 0) {
      if (between.length > 0) throw new ArchiveRefusal('hidden-data', entry.name);
    } else if (!descriptorsOf(entry).some((descriptor) => descriptor.equals(between))) {
      throw new ArchiveRefusal('headers-disagree', entry.name);
    }
  }
};

/** The forms a descriptor may take: sizes of 32 or 64 bits, with or without the signature. */
const descriptorsOf = (entry: PlacedEntry): Buffer[] => {
  const crc32 = Buffer.alloc(4);
  crc32.writeUInt32LE(entry.crc32);
  const large = Buffer.alloc(16);
  large.writeBigUInt64LE(BigInt(entry.packedBytes), 0);
  large.writeBigUInt64LE(BigInt(entry.unpackedBytes), 8);
  const small = Buffer.concat([large.subarray(0, 4), large.subarray(8, 12)]);
  return [small, large]
    .map((sizes) => Buffer.concat([crc32, sizes]))
    .flatMap((bare) => [bare, Buffer.concat([DESCRIPTOR_SIGNATURE, bare])]);
};
