import type { ArchiveFile } from './archive-file.ts';
import { ArchiveRefusal } from './archive-refusal.ts';
import { readEnd64, type EndFields } from './read-end64.ts';

/** Where the directory lies and how much it lists; offsets in bytes from the start of the file. */
export interface EndRecord {
  entryCount: number;
  directoryStart: number;
  directoryEnd: number;
}

const SIGNATURE = Buffer.from('PK\x05\x06', 'latin1');
const LOCAL_SIGNATURE = Buffer.from('PK\x03\x04', 'latin1');
const RECORD_BYTES = 22;
const COMMENT_BYTES_MAX = 0xffff;

/**
 * Reads the record at the end of the archive by the strictest interpretation: there is one end record, directly behind
 * the directory, and its comment ends the file. With anything less strict, two readers may find two directories.
 */
export const readEndRecord = async (file: ArchiveFile): Promise<EndRecord> => {
  const tailStart = Math.max(0, file.bytes - RECORD_BYTES - COMMENT_BYTES_MAX);
  const tail = await file.readRange(tailStart, file.bytes);
  const at = findRecord(tail);
  if (at === undefined) {
    const head = await file.readRange(0, Math.min(LOCAL_SIGNATURE.length, file.bytes));
    throw new ArchiveRefusal(head.equals(LOCAL_SIGNATURE) ? 'truncated' : 'not-a-zip');
  }

  const small: EndFields = {
    disk: tail.readUInt16LE(at + 4),
    directoryDisk: tail.readUInt16LE(at + 6),
    entriesOnDisk: tail.readUInt16LE(at + 8),
    entryCount: tail.readUInt16LE(at + 10),
    directoryBytes: tail.readUInt32LE(at + 12),
    directoryStart: tail.readUInt32LE(at + 16),
  };
  const recordStart = tailStart + at;
  const large = await readEnd64(file, recordStart, small);
  const fields = large?.fields ?? small;

  if (fields.disk !== 0 || fields.directoryDisk !== 0 || fields.entriesOnDisk !== fields.entryCount)
    throw new ArchiveRefusal('multi-disk');
  const directoryEnd = fields.directoryStart + fields.directoryBytes;
  const directoryEndMax = large?.recordStart ?? recordStart;
  if (directoryEnd > directoryEndMax) throw new ArchiveRefusal('truncated');
  if (directoryEnd < directoryEndMax) throw new ArchiveRefusal('hidden-data');
  return { entryCount: fields.entryCount, directoryStart: fields.directoryStart, directoryEnd };
};

/** Where the end record starts in the tail; undefined when there is none. */
const findRecord = (tail: Buffer): number | undefined => {
  const found: number[] = [];
  const lastStart = tail.length - RECORD_BYTES;
  for (let at = tail.indexOf(SIGNATURE); at !== -1 && at <= lastStart; at = tail.indexOf(SIGNATURE, at + 1))
    found.push(at);
  const last = found.at(-1);
  if (last === undefined) return undefined;

  // A signature whose comment ends elsewhere may lie in the content of an entry, such as a stored zip.
  const closing = found.filter((at) => commentEnd(tail, at) === tail.length);
  if (closing.length === 0)
    throw new ArchiveRefusal(commentEnd(tail, last) > tail.length ? 'truncated' : 'hidden-data');
  if (closing.length > 1 || closing[0] !== last) throw new ArchiveRefusal('second-end-record');
  return last;
};

const commentEnd = (tail: Buffer, at: number): number => at + RECORD_BYTES + tail.readUInt16LE(at + 20);
