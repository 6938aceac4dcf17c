import { createReadStream } from 'node:fs';
import { lstat, opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { digestOf } from '@patchbay/inspect/facts';
import { ifThere } from './if-there.ts';

/** How the files of a node differ from those that were installed, by path. */
export interface Differences {
  readonly changed: readonly string[];
  readonly missing: readonly string[];
  readonly added: readonly string[];
}

/** What Python makes of the files when it loads them. */
const isCompiled = (path: string): boolean => /(?:^|\/)__pycache__\//.test(path);

/** Compares a node's folder with the digests of its installed files. */
export const compareFiles = async (
  folder: string,
  digests: ReadonlyMap<string, string>,
): Promise<Differences> => {
  const changed: string[] = [];
  const missing: string[] = [];
  for (const [path, digest] of digests) {
    const found = await ifThere(lstat(join(folder, path)));
    if (found === undefined) missing.push(path);
    else if (!found.isFile() || (await digestOf(createReadStream(join(folder, path)))) !== digest)
      changed.push(path);
  }
  const added: string[] = [];
  for await (const path of filesBelow(folder)) {
    if (!digests.has(path) && !isCompiled(path)) added.push(path);
  }
  return { changed, missing, added: added.sort() };
};

/** What is in a folder and is no folder, by its path with slashes. Links are not followed. */
const filesBelow = async function* (folder: string, prefix = ''): AsyncGenerator<string> {
  const opened = await ifThere(opendir(join(folder, prefix)));
  if (opened === undefined) return;
  for await (const entry of opened) {
    if (entry.isDirectory()) yield* filesBelow(folder, `${prefix}${entry.name}/`);
    else yield prefix + entry.name;
  }
};
