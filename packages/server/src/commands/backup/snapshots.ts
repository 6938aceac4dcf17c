import { open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { manifestPath, readManifest } from './manifest.ts';

/** Where a backup is made, and what a killed one leaves: the next one goes on there. */
export const unfinishedName = 'unfinished';

const namePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

/** The folder of a backup that was taken then. */
export const snapshotName = (takenAt: string): string => takenAt.replaceAll(/[:.]/g, '-');

/** The finished backups of a folder, the oldest first. */
export const findSnapshots = async (root: string): Promise<string[]> => {
  const names = (await readdir(root)).filter((name) => namePattern.test(name)).sort();
  const snapshots: string[] = [];
  for (const name of names) {
    if ((await readManifest(join(root, name))) !== undefined) snapshots.push(name);
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

/** Removes all but the last `keep` backups, and what a removal left that was killed. Returns how many. */
export const removeOldSnapshots = async (root: string, keep: number): Promise<number> => {
  const kept = new Set((await findSnapshots(root)).slice(-keep));
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
