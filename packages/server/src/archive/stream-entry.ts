import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { METHOD, type PlacedEntry } from './archive-entry.ts';
import type { ArchiveFile } from './archive-file.ts';
import { ArchiveRefusal } from './archive-refusal.ts';

const CHUNK_BYTES = 64 * 1024;

/**
 * Yields an entry's unpacked content a chunk at a time. Refuses content that is longer or shorter than stated
 * (`size-mismatch`, before more than one chunk beyond is unpacked), does not match its checksum, cannot be
 * inflated, or ends before its packed bytes do. The content is only trustworthy once the last chunk has come.
 */
export async function* streamEntry(file: ArchiveFile, entry: PlacedEntry): AsyncGenerator<Buffer> {
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
}

function unpack(file: ArchiveFile, entry: PlacedEntry): AsyncIterable<Buffer> {
  const packed = file.streamRange(entry.dataStart, entry.dataStart + entry.packedBytes);
  return entry.method === METHOD.stored || entry.packedBytes === 0 ? packed : inflate(packed, entry);
}

async function* inflate(packed: AsyncIterable<Buffer>, entry: PlacedEntry): AsyncGenerator<Buffer> {
  const inflater = createInflateRaw({ chunkSize: CHUNK_BYTES });
  // Its failure is the inflater's failure, which the loop below meets.
  const feeding = pipeline(packed, inflater).catch(() => undefined);
  try {
    yield* inflater as AsyncIterable<Buffer>;
  } catch (error) {
    if (isZlibError(error)) throw new ArchiveRefusal('damaged', entry.name, { cause: error });
    throw error;
  } finally {
    inflater.destroy();
    await feeding;
  }
  if (inflater.bytesWritten !== entry.packedBytes) throw new ArchiveRefusal('hidden-data', entry.name);
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}
