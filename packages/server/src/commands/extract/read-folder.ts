import { createReadStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { Archive } from '@patchbay/inspect';

/** Left out, as in a publish, which takes the files under version control. */
const ignored = new Set(['.git', '__pycache__', 'node_modules', '.venv', 'venv']);

/** The files below a folder as a package. Links are left out. */
export const readFolder = async (root: string): Promise<Archive> => {
  const entries = new Map(
    (await listFiles(root)).map(({ name, bytes }) => [
      name,
      { name, isDirectory: false, packedBytes: bytes, unpackedBytes: bytes },
    ]),
  );
  return {
    entries,
    isVerified: true,
    stream: (name) => createReadStream(join(root, name)) as AsyncIterable<Buffer>,
    read: (name) => readFile(join(root, name)),
    [Symbol.asyncDispose]: () => Promise.resolve(),
  };
};

const listFiles = async (root: string): Promise<{ name: string; bytes: number }[]> => {
  const found = await readdir(root, { withFileTypes: true, recursive: true });
  const paths = found
    .filter((one) => one.isFile())
    .map((one) => join(one.parentPath, one.name))
    .filter(
      (path) =>
        !relative(root, path)
          .split(sep)
          .some((part) => ignored.has(part)),
    )
    .toSorted();
  return Promise.all(
    paths.map(async (path) => ({
      name: relative(root, path).split(sep).join('/'),
      bytes: (await stat(path)).size,
    })),
  );
};
