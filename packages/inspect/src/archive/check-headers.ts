import { parseExtraFields, type Entry, type ExtraField, type LocalFileHeader } from 'yauzl';
import { FLAG } from './archive-entry.ts';
import { ArchiveRefusal } from './archive-refusal.ts';
import { readUInt64 } from './read-end64.ts';

const EXTRA = { zip64: 0x0001, unicodePath: 0x7075 };
const UNICODE_PATH_NAME_START = 5;
/** A 32-bit size has this value if an extra field has the 64-bit one. */
const DEFERRED = 0xffffffff;
/** Hints about the deflate level, which some writers set in only one of the two headers. */
const FLAGS_COMPARED = 0xffff & ~0x6;

/**
 * Refuses an entry whose directory record (`listed`) and local header (`local`) differ, or whose extra field has a
 * second name or size that contradicts them: readers differ in which one they trust.
 */
export const checkHeaders = (listed: Entry, local: LocalFileHeader, name: string): void => {
  const localExtra = parseExtraFields(local.extraField);
  checkUnicodePath(listed.extraFields, name);
  checkUnicodePath(localExtra, name);
  checkListedZip64(listed, name);

  // With a descriptor, the header may have zeros here, because it was written before the content was known.
  const isOpen = (listed.generalPurposeBitFlag & FLAG.descriptor) !== 0;
  const agrees = (stated: number, actual: number): boolean => stated === actual || (isOpen && stated === 0);
  const sizes = localSizes(local, localExtra, name);
  if (
    !local.fileName.equals(listed.fileNameRaw) ||
    ((local.generalPurposeBitFlag ^ listed.generalPurposeBitFlag) & FLAGS_COMPARED) !== 0 ||
    local.compressionMethod !== listed.compressionMethod ||
    !agrees(local.crc32, listed.crc32) ||
    !agrees(sizes.packed, listed.compressedSize) ||
    !agrees(sizes.unpacked, listed.uncompressedSize)
  )
    throw new ArchiveRefusal('headers-disagree', name);
};

const checkUnicodePath = (fields: readonly ExtraField[], name: string): void => {
  for (const { id, data } of fields) {
    if (id === EXTRA.unicodePath && data.subarray(UNICODE_PATH_NAME_START).toString() !== name)
      throw new ArchiveRefusal('ambiguous-name', name);
  }
};

/** A 64-bit field may only repeat what the directory says, in the order that the format defines. */
const checkListedZip64 = (listed: Entry, name: string): void => {
  const values = [listed.uncompressedSize, listed.compressedSize, listed.relativeOffsetOfLocalHeader];
  for (const stated of zip64Values(listed.extraFields, name)) {
    const at = values.indexOf(stated);
    if (at === -1) throw new ArchiveRefusal('zip64-disagreement', name);
    values.splice(0, at + 1);
  }
};

const localSizes = (
  local: LocalFileHeader,
  fields: readonly ExtraField[],
  name: string,
): { unpacked: number; packed: number } => {
  const [unpacked64, packed64] = zip64Values(fields, name);
  return {
    unpacked: local.uncompressedSize === DEFERRED ? (unpacked64 ?? DEFERRED) : local.uncompressedSize,
    packed: local.compressedSize === DEFERRED ? (packed64 ?? DEFERRED) : local.compressedSize,
  };
};

/** The 64-bit values of an entry; none when it has no such field. */
const zip64Values = (fields: readonly ExtraField[], name: string): number[] => {
  const [field, second] = fields.filter(({ id }) => id === EXTRA.zip64);
  if (second !== undefined) throw new ArchiveRefusal('zip64-disagreement', name);
  if (field === undefined) return [];
  return Array.from({ length: Math.floor(field.data.length / 8) }, (_, index) =>
    readUInt64(field.data, index * 8),
  );
};
