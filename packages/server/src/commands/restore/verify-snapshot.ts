import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { digestOf } from '@patchbay/inspect/facts';
import { keyOfPackage } from '../../blobs/keys.ts';
import type { PackageOfVersion } from '../../store/rows/stored-packages.ts';
import { readLines } from '../backup/lines-file.ts';
import type { Progress } from '../migrate-storage/progress.ts';
import type { Snapshot } from './choose-snapshot.ts';

/** Reads every package of a backup. Returns one sentence for each that is missing or damaged. */
export const verifySnapshot = async (
  { folder, manifest }: Snapshot,
  progress: Progress,
): Promise<string[]> => {
  const faults: string[] = [];
  const advance = progress('packages', manifest.packages.lines);
  for await (const stored of readLines<PackageOfVersion>(folder, manifest.packages)) {
    const key = keyOfPackage(stored);
    const digest = await digestOf(createReadStream(join(folder, 'packages', key))).catch(undefinedIfMissing);
    if (digest === undefined) faults.push(`${key} is missing.`);
    else if (digest !== stored.sha256) faults.push(`${key} is damaged: its SHA-256 is ${digest}.`);
    advance(1);
  }
  return faults;
};

const undefinedIfMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};
