import { join } from 'node:path';
import { CliError } from '../errors.ts';
import { bounds } from './bounds.ts';
import type { InstalledNode } from './installed-node.ts';
import { lockFileName } from './lock-file-name.ts';
import { lockFormat } from './parse-lock.ts';
import { replaceFile } from '../files/replace-file.ts';

/** Writes the lock file of a folder: sorted, so that equal installs are equal files. */
export const writeLock = async (folder: string, nodes: ReadonlyMap<string, InstalledNode>): Promise<void> => {
  const sorted = [...nodes]
    .sort(byKey)
    .map(([id, { registry, version, requested, sha256, bytes, files }]) => [
      id,
      {
        registry,
        version,
        ...(requested !== undefined && { requested }),
        sha256,
        bytes,
        files: Object.fromEntries([...files].sort(byKey)),
      },
    ]);
  const text = `${JSON.stringify({ lock: lockFormat, nodes: Object.fromEntries(sorted) }, null, 2)}\n`;
  if (text.length > bounds.lockBytesMax) {
    throw new CliError(
      'invalid_lock',
      `${folder} would have a lock file of over ${bounds.lockBytesMax} bytes.`,
      {
        next: 'Install the node into another folder.',
      },
    );
  }
  await replaceFile(join(folder, lockFileName), text, { isOnlyWriter: true });
};

/** By code units, which is the same everywhere. */
const byKey = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]): number =>
  one < other ? -1 : 1;
