import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type LocalBlob, BlobTooLargeError } from './blob-store.ts';

/** A file in staging, measured on its way there. */
export interface StagedFile extends LocalBlob {
  /** Hexadecimal. */
  sha256: string;
  bytes: number;
}

/** Streams into a new file, at most `bytesMax`, flushed. Disposing it removes the file, as does any failure. */
export type Stage = (source: Readable, bytesMax: number) => Promise<StagedFile>;

/** No package is on its way for so long without a byte of it arriving. */
const abandonedMs = 60 * 60_000;

/** A folder for packages that are on their way, of any number of processes. */
export const openStaging = async (folder: string): Promise<Stage> => {
  await mkdir(folder, { recursive: true });
  await removeAbandoned(folder);
  return (source, bytesMax) => stage(join(folder, randomUUID()), source, bytesMax);
};

/** What a process that was killed left behind: nobody was told that it is stored. */
const removeAbandoned = async (folder: string): Promise<void> => {
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    // One that goes while we look was not abandoned.
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > abandonedMs) await rm(path, { force: true });
  }
};

const stage = async (path: string, source: Readable, bytesMax: number): Promise<StagedFile> => {
  const hash = createHash('sha256');
  let bytes = 0;
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      hash.update(chunk);
      // Read to its end all the same: a sender that is cut off never hears the answer.
      if (bytes > bytesMax) done();
      else done(null, chunk);
    },
    flush(done) {
      done(bytes > bytesMax ? new BlobTooLargeError() : null);
    },
  });
  const remove = () => rm(path, { force: true });
  try {
    await pipeline(source, measure, createWriteStream(path, { flags: 'wx', flush: true }));
  } catch (error) {
    await remove();
    throw error;
  }
  return { path, sha256: hash.digest('hex'), bytes, [Symbol.asyncDispose]: remove };
};
