import { join } from 'node:path';
import { keyOfPackage } from '../../packages/blobs/keys.ts';
import type { PackageOfVersion } from '../../store/rows/stored-packages.ts';
import { findFileFault, readLines } from '../backup/lines-file.ts';
import type { Progress } from '../migrate-storage/progress.ts';
import type { Snapshot } from './choose-snapshot.ts';

/** Reads every package of a backup. Returns one sentence for each that is missing, damaged or unreadable. */
export const verifySnapshot = async (
  { folder, manifest }: Snapshot,
  progress: Progress,
): Promise<string[]> => {
  const faults: string[] = [];
  const advance = progress('packages', manifest.packages.lines);
  for await (const stored of readLines<PackageOfVersion>(folder, manifest.packages)) {
    const fault = await findFileFault(join(folder, 'packages'), {
      name: keyOfPackage(stored),
      sha256: stored.sha256,
    });
    if (fault !== undefined) faults.push(fault);
    advance(1);
  }
  return faults;
};
