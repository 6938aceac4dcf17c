import { pipeline } from 'node:stream/promises';
import { createInflateRaw, inflateRawSync, type InflateRaw } from 'node:zlib';
import type { PlacedEntry } from './archive-entry.ts';
import { ArchiveRefusal } from './archive-refusal.ts';
import type { ArchiveRule } from './archive-rules.ts';

const CHUNK_BYTES = 64 * 1024;

/** What each error of the inflater says about the entry. Any other error is not the archive's fault. */
const RULE_BY_CODE: Readonly<Record<string, ArchiveRule>> = {
  ERR_BUFFER_TOO_LARGE: 'size-mismatch',
  Z_BUF_ERROR: 'damaged',
  Z_DATA_ERROR: 'damaged',
  Z_NEED_DICT: 'damaged',
};

/** Inflates the whole of a small entry, but at most one byte more than its stated size. */
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
  // If this fails, the inflater fails too, and the loop below throws its error.
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

/** A deflate stream marks its own end. Some readers ignore packed bytes behind it and others do not. */
const checkConsumed = (inflater: InflateRaw, entry: PlacedEntry): void => {
  if (inflater.bytesWritten !== entry.packedBytes) throw new ArchiveRefusal('hidden-data', entry.name);
};

const asRefusal = (error: unknown, entry: PlacedEntry): unknown => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const rule = RULE_BY_CODE[code];
  return rule === undefined ? error : new ArchiveRefusal(rule, entry.name, { cause: error });
};
