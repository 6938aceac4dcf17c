import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { BlobStore } from '../../packages/blobs/blob-store.ts';
import { openDiskStore } from '../../packages/blobs/disk.ts';
import { makePrivateFolder, privateModes } from '../../private-files.ts';
import type { Engine } from '../../store/engine.ts';
import { steps } from '../../store/migrations/index.ts';
import { type PackagesMoved, movePackages } from '../migrate-storage/move-packages.ts';
import type { Progress } from '../migrate-storage/progress.ts';
import { findEarlierSnapshots } from './find-earlier-snapshots.ts';
import { findRegistry } from './find-registry.ts';
import { readLines } from './lines-file.ts';
import { linkPackage } from './link-package.ts';
import { lockFolder } from './lock-folder.ts';
import { type Manifest, writeManifest } from './manifest.ts';
import { finishSnapshot, removeOldSnapshots, unfinishedName } from './snapshots.ts';
import { writeRows } from './write-rows.ts';

export interface BackupRequest {
  engine: Engine;
  blobs: Pick<BlobStore, 'open'>;
  root: string;
  /** How many backups stay, this one included; undefined keeps all. */
  keep: number | undefined;
  /** Whether to read the packages of earlier backups again. */
  isVerifying: boolean;
  now: () => Date;
  progress: Progress;
}

/** What was backed up, and how many old backups were removed. */
export interface BackupTaken extends Omit<Manifest, 'format' | 'migrations' | 'registry'> {
  moved: PackagesMoved;
  removed: number;
  /** One sentence for each earlier backup that cannot be used. */
  damaged: string[];
}

/**
 * Makes a backup below `root`: first the rows of one moment, then the packages to which they refer. A package is stored
 * before a row refers to it and never removed while one does, so none of them is missed. Throws UsageError if the
 * backups that are there are not earlier ones of this registry.
 */
export const takeBackup = async (request: BackupRequest): Promise<BackupTaken> => {
  const { engine, blobs, root, keep, isVerifying, now, progress } = request;
  await mkdir(root, { recursive: true, mode: privateModes.folder });
  await using held = new AsyncDisposableStack();
  held.use(await lockFolder(root));
  const takenAt = now().toISOString();
  const registry = await findRegistry(engine.reader);
  const earlier = await findEarlierSnapshots(root, { registry, takenAt });
  const unfinished = join(root, unfinishedName);
  makePrivateFolder(unfinished);
  const rows = await writeRows(engine, unfinished, progress);

  const packages = join(unfinished, 'packages');
  const target = await openDiskStore(packages, { secret: '', publicUrl: () => '' });
  const moved = await movePackages(
    { packages: readLines(unfinished, rows.packages), total: rows.packages.lines },
    { source: blobs, target },
    progress,
    linkPackage(earlier.last && join(root, earlier.last, 'packages'), packages, isVerifying),
  );
  await rm(join(packages, '.staging'), { recursive: true });
  const { faults } = moved;
  await writeManifest(unfinished, { takenAt, registry, migrations: Object.keys(steps), faults, ...rows });
  await finishSnapshot(root, takenAt);
  const removed = keep === undefined ? 0 : await removeOldSnapshots(root, keep);
  return { takenAt, faults, ...rows, moved, removed, damaged: earlier.faults };
};
