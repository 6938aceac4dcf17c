import { createHash, randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { access, constants, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type BlobStore, BlobTooLargeError, type StagedBlob } from './blob-store.ts';
import { uploadPath } from './keys.ts';
import { signUploadGrant } from './upload-signature.ts';

const stagingFolder = '.staging';

/**
 * Packages as files below `root`. A package is written beside them, flushed, renamed into its place, and
 * its folder flushed, so that a file with its final name is always whole.
 */
export const openDiskStore = async (
  root: string,
  { secret, publicUrl }: { secret: string; publicUrl: () => string },
): Promise<BlobStore> => {
  const staging = join(root, stagingFolder);
  await mkdir(staging, { recursive: true });
  await removeAbandoned(staging);
  return {
    signUpload: (grant) => {
      const query = new URLSearchParams({
        expires: String(grant.expires),
        signature: signUploadGrant(secret, grant),
      });
      return `${publicUrl()}${uploadPath(grant.versionId)}?${query.toString()}`;
    },
    stage: (source, bytesMax) => stage(root, join(staging, randomUUID()), source, bytesMax),
    open: async (key, range) => {
      const file = await open(join(root, key));
      return file.createReadStream({ ...range });
    },
    fetch: async (key) => {
      const path = join(root, key);
      await access(path);
      return { path, [Symbol.asyncDispose]: () => Promise.resolve() };
    },
    remove: (key) => rm(join(root, key), { force: true }),
    check: () => access(staging, constants.R_OK | constants.W_OK),
  };
};

/** What a process that was killed left behind: nobody was told that it is stored. */
const removeAbandoned = async (staging: string): Promise<void> => {
  for (const name of await readdir(staging)) await rm(join(staging, name));
};

const stage = async (root: string, path: string, source: Readable, bytesMax: number): Promise<StagedBlob> => {
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
  return {
    path,
    sha256: hash.digest('hex'),
    bytes,
    commit: async (key) => {
      const target = join(root, key);
      await mkdir(dirname(target), { recursive: true });
      await rename(path, target);
      await flushFolders(root, dirname(target));
    },
    [Symbol.asyncDispose]: remove,
  };
};

/** A new folder is only durable once its parent is flushed as well, up to the root. */
const flushFolders = async (root: string, folder: string): Promise<void> => {
  const steps = relative(root, folder).split(sep);
  for (let depth = steps.length; depth >= 0; depth -= 1) {
    const handle = await open(join(root, ...steps.slice(0, depth)));
    try {
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
};
