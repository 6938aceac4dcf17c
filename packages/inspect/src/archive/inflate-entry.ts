import { pipeline } from 'node:stream/promises';
import { createInflateRaw, inflateRawSync, type InflateRaw } from 'node:zlib';
import type { PlacedEntry } from './archive-entry.ts';
import { ArchiveRefusal } from './archive-refusal.ts';
import type { ArchiveRule } from './archive-rules.ts';

const CHUNK_BYTES = 64 * 1024;

/** What each failure of the inflater says about the entry; any other failure is not the archive's. */
const RULE_BY_CODE: Readonly<Record<string, ArchiveRule>> = {
  ERR_BUFFER_TOO_LARGE: 'size-mismatch',
  Z_BUF_ERROR: 'damaged',
  Z_DATA_ERROR: 'damaged',
  Z_NEED_DICT: 'damaged',
};

/** Inflates the whole of a small entry; never more than its stated size and a byte. */
export const inflateAtOnce = (packed: Buffer, entry: PlacedEntry): Buffer => {
  try {
    const options = { info: true, maxOutputLength: entry.unpackedBytes + 1 } as const;
    // With `info` the result is not the Buffer that the types promise.
    const { buffer, engine } = inflateRawSync(packed, options) as unknown as {
      buffer: Buffer;
      engine: InflateRaw;
    };
    checkConsumed(engine, entry);
    return buffer;
  } catch (error) {
    throw asRefusal(error, entry);
  }
};

/** Inflates an entry of any size, a chunk at a time. */
export const inflateInChunks = async function* (
  packed: AsyncIterable<Buffer>,
  entry: PlacedEntry,
): AsyncGenerator<Buffer> {
  const inflater = createInflateRaw({ chunkSize: CHUNK_BYTES });
  // Its failure is the inflater's failure, which the loop below meets.
  const feeding = pipeline(packed, inflater).catch(() => undefined);
  try {
    yield* inflater as AsyncIterable<Buffer>;
  } catch (error) {
    throw asRefusal(error, entry);
  } finally {
    inflater.destroy();
    await feeding;
  }
  checkConsumed(inflater, entry);
};

/** A deflate stream knows its own end; packed bytes behind it would be seen by no reader, or only by some. */
const checkConsumed = (inflater: InflateRaw, entry: PlacedEntry): void => {
  if (inflater.bytesWritten !== entry.packedBytes) throw new ArchiveRefusal('hidden-data', entry.name);
};

const asRefusal = (error: unknown, entry: PlacedEntry): unknown => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const rule = RULE_BY_CODE[code];
  return rule === undefined ? error : new ArchiveRefusal(rule, entry.name, { cause: error });
};
