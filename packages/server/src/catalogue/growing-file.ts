import type { FileHandle } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

/** Between two looks at the end of the file. */
const lookEveryMs = 20;
const readBytes = 64 * 1024;

/**
 * The bytes of a file that is being written: those that are there, and those that come until `written` resolves. Closes
 * the file. Fails if `written` rejects.
 */
export const readGrowingFile = (file: FileHandle, written: Promise<unknown>): Readable => {
  const stream = Readable.from(bytesOf(file, written), { objectMode: false });
  // Also if nobody ever reads.
  stream.once('close', () => void file.close());
  return stream;
};

const bytesOf = async function* (file: FileHandle, written: Promise<unknown>): AsyncGenerator<Buffer> {
  let isWhole = false;
  const whole = written.then(() => (isWhole = true));
  // It may reject while nobody waits for it; the end of the file tells.
  whole.catch(() => undefined);
  for (let at = 0; ;) {
    // Asked before the read, so that nothing comes after the last one.
    const wasWhole = isWhole;
    const { bytesRead, buffer } = await file.read(Buffer.allocUnsafe(readBytes), 0, readBytes, at);
    at += bytesRead;
    if (bytesRead > 0) yield buffer.subarray(0, bytesRead);
    else if (wasWhole) return;
    else await Promise.race([whole, wait(lookEveryMs, undefined, { ref: false })]);
  }
};
