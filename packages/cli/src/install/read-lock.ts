import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CliError } from '../errors.ts';
import { bounds } from './bounds.ts';
import { ifThere } from './if-there.ts';
import type { InstalledNode } from './installed-node.ts';
import { lockFileName } from './lock-file-name.ts';
import { parseLock } from './parse-lock.ts';

/** What is installed in a folder, by id. Nothing if it has no lock file. */
export const readLock = async (folder: string): Promise<ReadonlyMap<string, InstalledNode>> => {
  const path = join(folder, lockFileName);
  const found = await ifThere(stat(path));
  if (found === undefined) return new Map();
  if (!found.isFile() || found.size > bounds.lockBytesMax) {
    throw new CliError('invalid_lock', `${path} is no file of at most ${bounds.lockBytesMax} bytes.`);
  }
  return parseLock(await readFile(path, 'utf8'), path);
};
