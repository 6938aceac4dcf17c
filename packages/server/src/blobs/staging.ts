import { createHash, randomUUID } from 'node:crypto';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { callbackify } from 'node:util';
import { type Modes, makePrivateFolder, privateModes } from '../private-files.ts';
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

/** A folder for packages that are on their way, of any number of processes; closed to other users. */
export const openStaging = async (folder: string, { file }: Modes = privateModes): Promise<Stage> => {
  makePrivateFolder(folder);
  await removeAbandoned(folder);
  return (source, bytesMax) => stage(join(folder, randomUUID()), file, source, bytesMax);
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

const stage = async (path: string, mode: number, source: Readable, bytesMax: number): Promise<StagedFile> => {
  const remove = () => rm(path, { force: true });
  try {
    await using file = await open(path, 'wx', mode);
    const hash = createHash('sha256');
    let bytes = 0;
    const take = async (chunk: Buffer): Promise<void> => {
      bytes += chunk.length;
      // Read to its end all the same: a sender that is cut off never hears the answer.
      if (bytes <= bytesMax) {
        hash.update(chunk);
        await file.writeFile(chunk);
      }
      if (source instanceof IncomingMessage) free(chunk);
      await turn();
    };
    const takeOrFail = callbackify(take);
    // Not by iterating, which joins what has come meanwhile into chunks of its own.
    await pipeline(source, new Writable({ write: (chunk: Buffer, _, done) => takeOrFail(chunk, done) }));
    if (bytes > bytesMax) throw new BlobTooLargeError();
    await file.sync();
    return { path, sha256: hash.digest('hex'), bytes, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
};

let lastTurn: Promise<void> = Promise.resolve();
/** One chunk in each turn of the event loop, of all packages on their way together: reads come in between. */
const turn = (): Promise<void> => (lastTurn = lastTurn.then(() => setImmediate()));

/**
 * Gives the memory of a chunk that came over HTTP, and that nobody else holds, back at once. The collector does not
 * see how little is alive of the hundreds of megabytes that go by, and would stop the process again and again to look.
 */
const free = ({ buffer, byteLength }: Buffer): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
};
