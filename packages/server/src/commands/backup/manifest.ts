import { createHash } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
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
export const manifestPath = (folder: string): string => join(folder, fileName);

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');
