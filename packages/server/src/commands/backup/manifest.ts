import { hash } from 'node:crypto';
import { readFile, writeFile, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { privateModes } from '../../private-files.ts';
import { UsageError } from '../exit-on-failure.ts';

/** Another layout of the folder has another number. */
const currentFormat = 1;
const fileName = 'manifest.json';

/** A file of a backup, which holds JSON in lines and is compressed. */
export interface LinesFile {
  name: string;
  lines: number;
  /** Of the file, in hexadecimal. */
  sha256: string;
}

/** What a backup contains. It is written last, so a folder without it is no backup. */
export interface Manifest {
  format: number;
  takenAt: string;
  /** The migrations of the database, in order. */
  migrations: string[];
  /** What all backups of one registry have in common; absent where the log is empty, and in older backups. */
  registry?: string | undefined;
  /** The number of the last change in the log. */
  lastSeq: number;
  /** The rows of every table, tables to which others refer first. */
  tables: (LinesFile & { table: string; key: string[] })[];
  packages: LinesFile;
  /** One sentence for each package that is not in the backup. */
  faults: string[];
}

/** Writes the manifest and its digest. */
export const writeManifest = async (folder: string, manifest: Omit<Manifest, 'format'>): Promise<void> => {
  const content = JSON.stringify({ format: currentFormat, ...manifest });
  const text = `{"sha256":"${digestOf(content)}","manifest":${content}}\n`;
  await writeFile(join(folder, fileName), text, { mode: privateModes.file, flush: true });
};

/** The manifest of the backup in this folder, or undefined if there is none. Throws UsageError if it cannot be used. */
export const readManifest = async (folder: string): Promise<Manifest | undefined> => {
  const path = join(folder, fileName);
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new UsageError(`${path} cannot be read (${error.code}).`);
  });
  if (text === undefined) return undefined;
  const [, sha256, content = ''] = /^\{"sha256":"(\w+)","manifest":(.*)\}\n$/s.exec(text) ?? [];
  if (digestOf(content) !== sha256) throw new UsageError(`${path} is damaged.`);
  const manifest = JSON.parse(content) as Manifest;
  if (manifest.format !== currentFormat) {
    throw new UsageError(
      `${folder} has the format ${manifest.format}, and this version reads ${currentFormat}. Use the version that made it, or a newer one.`,
    );
  }
  return manifest;
};

/** Has the folder count as no backup any more. */
const manifestPath = (folder: string): string => join(folder, fileName);

const digestOf = (text: string): string => hash('sha256', text, 'hex');

/** Where a backup is made, and what a killed one leaves: the next one goes on there. */
export const unfinishedName = 'unfinished';

const namePattern = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/;

/** The folder of a backup that was taken then. */
export const snapshotName = (takenAt: string): string => takenAt.replaceAll(/[:.]/g, '-');

/** A finished backup, or one whose manifest cannot be used: then the fault is a sentence that says why. */
type FoundSnapshot = { name: string } & ({ manifest: Manifest } | { fault: string });

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
