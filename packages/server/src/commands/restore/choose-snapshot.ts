import { join } from 'node:path';
import { steps } from '../../store/migrations/index.ts';
import { findFileFault } from '../backup/lines-file.ts';
import { type Manifest, readManifest } from '../backup/manifest.ts';
import { findSnapshots } from '../backup/snapshots.ts';
import { UsageError } from '../exit-on-failure.ts';

/** A backup whose rows are whole. */
export interface Snapshot {
  folder: string;
  manifest: Manifest;
}

/**
 * The named backup below `root`, or the last one. Throws UsageError if there is none, if a newer version made it, or if
 * a file of its rows is missing or damaged.
 */
export const chooseSnapshot = async (root: string, asked: string | undefined): Promise<Snapshot> => {
  const names = await findSnapshots(root).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' && error.code !== 'ENOTDIR') throw error;
    throw new UsageError(`There is no folder ${root}.`);
  });
  const name = asked ?? names.at(-1);
  const list = names.join(', ') || 'none';
  if (name === undefined || !names.includes(name)) {
    throw new UsageError(`There is no backup ${name ?? ''} in ${root}; it has ${list}.`);
  }
  const folder = join(root, name);
  const manifest = await readManifest(folder);
  if (manifest === undefined) throw new UsageError(`There is no backup in ${folder}.`);
  const unknown = manifest.migrations.filter((step) => !Object.hasOwn(steps, step));
  if (unknown.length > 0) {
    throw new UsageError(`A newer version made this backup: it has ${unknown.join(', ')}. Use that version.`);
  }
  for (const file of [...manifest.tables, manifest.packages]) {
    const fault = await findFileFault(folder, file);
    if (fault !== undefined) {
      throw new UsageError(`The backup ${name} cannot be restored: ${fault} Choose another of ${list}.`);
    }
  }
  return { folder, manifest };
};
