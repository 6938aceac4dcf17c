import { join } from 'node:path';
import { isTooOld, steps, versionBefore } from '../../store/migrations/index.ts';
import { findFileFault, readLines } from '../backup/lines-file.ts';
import { type Manifest, findSnapshots, isUsable } from '../backup/manifest.ts';
import { UsageError } from '../exit-on-failure.ts';
import { keyOfPackage } from '../../packages/blobs/blob-store.ts';
import type { PackageOfVersion } from '../../store/rows/stored-packages.ts';
import type { Progress } from '../output.ts';

/** A backup whose rows are whole. */
export interface Snapshot {
  folder: string;
  manifest: Manifest;
}

/**
 * The named backup below `root`, or the last one. Throws UsageError if there is none, if a newer version made it, or if
 * its manifest or a file of its rows is missing or damaged.
 */
export const chooseSnapshot = async (root: string, asked: string | undefined): Promise<Snapshot> => {
  const found = await findSnapshots(root).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new UsageError(`There is no folder ${root}.`);
  });
  const list = found.map(({ name }) => name).join(', ') || 'none';
  const chosen = asked === undefined ? found.at(-1) : found.find(({ name }) => name === asked);
  if (chosen === undefined) {
    throw new UsageError(`There is no backup ${asked ?? ''} in ${root}; it has ${list}.`);
  }
  const { name } = chosen;
  if (!isUsable(chosen)) throw new UsageError(`${chosen.fault} Choose another of ${list}.`);
  const { manifest } = chosen;
  const folder = join(root, name);
  const unknown = manifest.migrations.filter((step) => !Object.hasOwn(steps, step));
  if (unknown.length > 0) {
    throw new UsageError(`A newer version made this backup: it has ${unknown.join(', ')}. Use that version.`);
  }
  if (isTooOld(manifest.migrations)) {
    throw new UsageError(
      `The backup ${name} is too old for this version. Restore it with ${versionBefore}, run "npm run migrate" there, and make another backup.`,
    );
  }
  for (const file of [...manifest.tables, manifest.packages]) {
    const fault = await findFileFault(folder, file);
    if (fault !== undefined) {
      throw new UsageError(`The backup ${name} cannot be restored: ${fault} Choose another of ${list}.`);
    }
  }
  return { folder, manifest };
};

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
