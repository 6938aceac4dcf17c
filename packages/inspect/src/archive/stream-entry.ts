import { crc32 } from 'node:zlib';
import { METHOD, type PlacedEntry } from './archive-entry.ts';
import type { ArchiveFile } from './archive-file.ts';
import { ArchiveRefusal } from './archive-refusal.ts';
import { inflateAtOnce, inflateInChunks } from './inflate-entry.ts';

/** Up to this many bytes, packed and unpacked, a single call is several times faster than a stream. */
const AT_ONCE_BYTES_MAX = 64 * 1024;

/**
 * Yields the unpacked content of an entry in chunks. Refuses content that is longer or shorter than stated
 * (`size-mismatch`, before it unpacks more than one chunk too many), that does not match its checksum, that cannot be
 * inflated, or that ends before its packed bytes do. The content can be trusted only after the last chunk.
 */
export const streamEntry = async function* (file: ArchiveFile, entry: PlacedEntry): AsyncGenerator<Buffer> {
  let bytes = 0;
  let checksum = 0;
  for await (const chunk of unpack(file, entry)) {
    bytes += chunk.length;
    if (bytes > entry.unpackedBytes) throw new ArchiveRefusal('size-mismatch', entry.name);
    checksum = crc32(chunk, checksum);
    yield chunk;
  }
  if (bytes < entry.unpackedBytes) throw new ArchiveRefusal('size-mismatch', entry.name);
  if (checksum !== entry.crc32) throw new ArchiveRefusal('checksum-mismatch', entry.name);
};

const unpack = async function* (file: ArchiveFile, entry: PlacedEntry): AsyncGenerator<Buffer> {
  const end = entry.dataStart + entry.packedBytes;
  const isSmall = Math.max(entry.packedBytes, entry.unpackedBytes) <= AT_ONCE_BYTES_MAX;
  if (entry.packedBytes === 0) return;
  if (entry.method === METHOD.stored) yield* file.streamRange(entry.dataStart, end);
  else if (isSmall) yield inflateAtOnce(await file.readRange(entry.dataStart, end), entry);
  else yield* inflateInChunks(file.streamRange(entry.dataStart, end), entry);
};
