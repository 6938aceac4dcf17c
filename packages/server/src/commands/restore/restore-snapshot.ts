import { join } from 'node:path';
import type { BlobStore } from '../../packages/blobs/blob-store.ts';
import { readDisk } from '../../packages/blobs/disk.ts';
import type { Engine } from '../../store/engine.ts';
import { migrate } from '../../store/migrations/index.ts';
import type { PackageOfVersion } from '../../store/rows/stored-packages.ts';
import { readLines } from '../backup/lines-file.ts';
import { UsageError } from '../exit-on-failure.ts';
import { type PackagesMoved, movePackages } from '../migrate-storage/move-packages.ts';
import type { Progress } from '../migrate-storage/progress.ts';
import type { Snapshot } from './choose-snapshot.ts';
import { prepareDatabase } from './prepare-database.ts';
import { restoreRows } from './restore-rows.ts';

/** Where to restore to. */
export interface RestoreTarget {
  engine: Engine;
  blobs: Pick<BlobStore, 'open' | 'stage'>;
  progress: Progress;
  /** Whether to restore without the packages that are missing or damaged. */
  acceptsLosses: boolean;
}

/**
 * Restores a backup into an empty database and the package store. Packages come first: without rows the database still
 * counts as empty, so a killed restore can run again. Throws UsageError if it cannot restore everything.
 */
export const restoreSnapshot = async (
  { folder, manifest }: Snapshot,
  { engine, blobs, progress, acceptsLosses }: RestoreTarget,
): Promise<{ rows: number; moved: PackagesMoved }> => {
  await prepareDatabase(engine, manifest);
  const moved = await movePackages(
    { packages: readLines<PackageOfVersion>(folder, manifest.packages), total: manifest.packages.lines },
    { source: readDisk(join(folder, 'packages')), target: blobs },
    progress,
  );
  const { faults } = moved;
  if (faults.length > 0 && !acceptsLosses) {
    throw new UsageError(
      [
        `The backup lacks ${faults.length} packages, so no rows were restored. Choose another backup, or add --accept-losses to restore without them.`,
        ...faults,
      ].join('\n'),
    );
  }
  const rows = await restoreRows(engine, { folder, manifest }, progress);
  await migrate(engine);
  await engine.flush();
  return { rows, moved };
};
