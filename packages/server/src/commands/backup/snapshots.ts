import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { UsageError } from '../exit-on-failure.ts';
import { type Manifest, manifestPath, readManifest } from './manifest.ts';

/** Where a backup is made, and what a killed one leaves: the next one goes on there. */
export const unfinishedName = 'unfinished';

const namePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

/** The folder of a backup that was taken then. */
export const snapshotName = (takenAt: string): string => takenAt.replaceAll(/[:.]/g, '-');

/** A finished backup, or one whose manifest cannot be used: then the fault is a sentence that says why. */
export type FoundSnapshot = { name: string } & ({ manifest: Manifest } | { fault: string });

export const isUsable = (found: FoundSnapshot): found is Extract<FoundSnapshot, { manifest: Manifest }> =>
  'manifest' in found;

/** The finished backups of a folder, the oldest first. */
export const findSnapshots = async (root: string): Promise<FoundSnapshot[]> => {
  const names = (await readdir(root)).filter((name) => namePattern.test(name)).sort();
  const snapshots: FoundSnapshot[] = [];
  for (const name of names) {
    try {
      const manifest = await readManifest(join(root, name));
      if (manifest !== undefined) snapshots.push({ name, manifest });
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      snapshots.push({ name, fault: error.message });
    }
  }
  return snapshots;
};

/** Has the unfinished backup count as finished, durably. */
export const finishSnapshot = async (root: string, takenAt: string): Promise<void> => {
  const unfinished = join(root, unfinishedName);
  await flushFolders(unfinished);
  await rename(unfinished, join(root, snapshotName(takenAt)));
  await flushFolder(root);
};

/**
 * Removes all but the last `keep` backups, and what a removal left that was killed. A backup that cannot be used stays,
 * for people to look at, and does not count. Returns how many were removed.
 */
export const removeOldSnapshots = async (root: string, keep: number): Promise<number> => {
  const found = await findSnapshots(root);
  const usable = found.filter(isUsable).slice(-keep);
  const kept = new Set([...usable, ...found.filter((one) => !isUsable(one))].map(({ name }) => name));
  const gone = (await readdir(root)).filter((name) => namePattern.test(name) && !kept.has(name));
  for (const name of gone) {
    // First of all, so that half a backup never looks like a whole one.
    await rm(manifestPath(join(root, name)), { force: true });
    await rm(join(root, name), { recursive: true, force: true });
  }
  return gone.length;
};

/** New files are durable only once their folders are flushed. */
const flushFolders = async (folder: string): Promise<void> => {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    if (entry.isDirectory()) await flushFolders(join(folder, entry.name));
  }
  await flushFolder(folder);
};

const flushFolder = async (folder: string): Promise<void> => {
  await using handle = await open(folder);
  await handle.sync();
};
