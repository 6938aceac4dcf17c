import { createHash, randomUUID } from 'node:crypto';
import { open, opendir, rm, stat } from 'node:fs/promises';
import { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { callbackify } from 'node:util';
import { type Modes, makePrivateFolder, privateModes } from '../../private-files.ts';
import { type Leftover, type LocalBlob, BlobTooLargeError } from './blob-store.ts';

/** A file in staging, measured while it was written. */
export interface StagedFile extends LocalBlob {
  /** Hexadecimal. */
  sha256: string;
  bytes: number;
}

/** Streams into a new, flushed file of at most `bytesMax`. Disposing it removes the file, and so does any failure. */
export type Stage = (
  source: Readable,
  bytesMax: number,
  take?: (bytes: number) => void,
) => Promise<StagedFile>;

/** A file in staging that has received no bytes for this long is abandoned. */
const abandonedMs = 60 * 60_000;

/** A folder for incoming packages of any number of processes, closed to other users. */
export const openStaging = async (folder: string, { file }: Modes = privateModes): Promise<Stage> => {
  makePrivateFolder(folder);
  return (...asked) => stage(join(folder, randomUUID()), file, ...asked);
};

/** Files of a killed process. No client was told that they are stored. Folders are of somebody else. */
export const findLeftovers = async function* (folder: string): AsyncGenerator<Leftover> {
  for await (const { name } of await opendir(folder)) {
    const path = join(folder, name);
    // A file that disappears while we look was not abandoned.
    const found = await stat(path).catch(() => undefined);
    const isAbandoned = found?.isFile() === true && Date.now() - found.mtimeMs > abandonedMs;
    if (!isAbandoned) continue;
    yield { path, remove: () => rm(path, { force: true }) };
  }
};

const stage = async (
  path: string,
  mode: number,
  ...[source, bytesMax, announce]: Parameters<Stage>
): Promise<StagedFile> => {
  const remove = () => rm(path, { force: true });
  try {
    await using file = await open(path, 'wx', mode);
    const hash = createHash('sha256');
    let bytes = 0;
    const take = async (chunk: Buffer): Promise<void> => {
      bytes += chunk.length;
      // Read to the end nevertheless: a sender that is cut off never receives the response.
      if (bytes <= bytesMax) {
        announce?.(chunk.length);
        hash.update(chunk);
        await file.writeFile(chunk);
      }
      if (source instanceof IncomingMessage) free(chunk);
    };
    const takeOrFail = callbackify(take);
    // Not by iterating, which joins the pending data into chunks of its own.
    await pipeline(source, new Writable({ write: (chunk: Buffer, _, done) => takeOrFail(chunk, done) }));
    if (bytes > bytesMax) throw new BlobTooLargeError();
    await file.sync();
    return { path, sha256: hash.digest('hex'), bytes, [Symbol.asyncDispose]: remove };
  } catch (error) {
    await remove();
    throw error;
  }
};

/**
 * Releases the memory of a chunk that came over HTTP and has no other owner. The garbage collector does not see how
 * little of the hundreds of megabytes passing by is alive, and would pause the process again and again to check.
 */
const free = ({ buffer, byteLength }: Buffer): void => {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
};
