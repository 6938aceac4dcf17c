import type { Dirent } from 'node:fs';
import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Modes, closeToOthers, makeFolder, privateModes } from '../../private-files.ts';
import {
  type BlobReader,
  type BlobStore,
  BlobMissingError,
  type ListedBlob,
  ifUnreadable,
} from './blob-store.ts';
import { findLeftovers, openStaging } from './staging.ts';
import { type OwnAddresses, signOwnAddress } from './upload-signature.ts';

const stagingFolder = '.staging';
/** Of folders that are known to be durable. */
const knownFoldersMax = 10_000;

/**
 * Packages as files below `root`. A package is written beside them, flushed and renamed, and its folder is flushed. A
 * file with its final name is therefore always complete.
 */
export const openDiskStore = async (
  root: string,
  addresses: OwnAddresses,
  modes: Modes = privateModes,
): Promise<BlobStore> => {
  const staging = join(root, stagingFolder);
  makeFolder(root, modes.folder);
  if (modes === privateModes) closeToOthers(root, modes.folder);
  const stage = await openStaging(staging, modes);
  const check = () => access(staging, constants.R_OK | constants.W_OK);
  const known = new Set<string>();
  return {
    signUpload: async (grant) => signOwnAddress(addresses, grant),
    stage: async (source, bytesMax, take) => {
      const staged = await stage(source, bytesMax, take);
      let isMoved = false;
      return {
        ...staged,
        commit: async (key) => {
          await moveInto(root, staged.path, key, modes, known);
          isMoved = true;
        },
        [Symbol.asyncDispose]: async () => {
          if (!isMoved) await staged[Symbol.asyncDispose]();
        },
      };
    },
    open: readDisk(root).open,
    fetch: async (key) => {
      const path = join(root, key);
      await access(path).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        // A folder that is not mounted has no package at all.
        await check();
        throw new BlobMissingError(key);
      });
      return { path, [Symbol.asyncDispose]: () => Promise.resolve() };
    },
    measure: async (key) => (await stat(join(root, key)).catch(undefinedIfMissing))?.size,
    list: (after) => listDisk(root, after),
    leftovers: () => findLeftovers(staging),
    remove: (key) => rm(join(root, key), { force: true }),
    check,
  };
};

/** Packages as files below `root`, read-only: a server that uses the folder is not disturbed. */
export const readDisk = (root: string): BlobReader => ({
  open: async (key, range) => {
    const file = await open(join(root, key));
    return file.createReadStream({ ...range });
  },
  check: () => access(root, constants.R_OK),
});

const undefinedIfMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};

/** A new folder is durable only once its parents are flushed as well, up to the root; after that it is known. */
const moveInto = async (
  root: string,
  path: string,
  key: string,
  modes: Modes,
  known: Set<string>,
): Promise<void> => {
  const target = resolve(root, key);
  const folder = dirname(target);
  const isKnown = known.has(folder);
  try {
    if (!isKnown) await mkdir(folder, { recursive: true, mode: modes.folder });
    await rename(path, target);
  } catch (error) {
    // Somebody may have removed it.
    if (!known.delete(folder)) throw error;
    return moveInto(root, path, key, modes, known);
  }
  const top = isKnown ? folder : resolve(root);
  for (let each = folder; each.length >= top.length; each = dirname(each)) await flushFolder(each);
  if (known.size >= knownFoldersMax) known.clear();
  known.add(folder);
};

const flushFolder = async (folder: string): Promise<void> => {
  await using handle = await open(folder);
  await handle.sync();
};

/** What file systems of Linux have at their root, for root alone. */
const lostAndFound = 'lost+found';

/**
 * The packages below `root`, folder by folder, by name, from behind the key `after`. Hidden files are none. A folder
 * that cannot be read is listed as if it were a file.
 */
export const listDisk = async function* (root: string, after: string): AsyncGenerator<ListedBlob> {
  const entries = (await readEntries(root)).filter(({ name }) => name !== lostAndFound);
  yield* listEntries(root, '', entries, after === '' ? [] : after.split('/'));
};

const listEntries = async function* (
  root: string,
  prefix: string,
  entries: readonly Dirent[],
  [first = '', ...rest]: readonly string[],
): AsyncGenerator<ListedBlob> {
  for (const entry of entries) {
    const { name } = entry;
    if (name.startsWith('.') || name < first) continue;
    const key = prefix + name;
    const inside = entry.isDirectory()
      ? await readEntries(join(root, key)).catch(ifUnreadable(() => undefined))
      : undefined;
    if (inside !== undefined) {
      yield* listEntries(root, `${key}/`, inside, name === first ? rest : []);
    } else if (name !== first || rest.length > 0) {
      // A file that disappears while we look was removed.
      const found = await stat(join(root, key)).catch(() => undefined);
      if (found !== undefined) yield { key, storedAt: found.mtime };
    }
  }
};

/** By name. */
const readEntries = async (folder: string): Promise<Dirent[]> => {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.toSorted((one, other) => (one.name < other.name ? -1 : 1));
};
