import { randomUUID } from 'node:crypto';
import { readFile, rm, writeFile, link, mkdir, stat } from 'node:fs/promises';
import { join, dirname } from 'node:path';
import { createReadStream } from 'node:fs';
import { digestOf } from '@patchbay/inspect/facts';
import { privateModes, makeNamedFolder, makePrivateFolder } from '../../private-files.ts';
import { UsageError } from '../exit-on-failure.ts';
import { isRunning } from '../is-running.ts';
import { type BlobReader, ifUnreadable } from '../../packages/blobs/blob-store.ts';
import { openDiskStore } from '../../packages/blobs/disk.ts';
import { type AnyReader, type AnyRow, readRows } from '../../store/any-table.ts';
import type { Engine } from '../../store/engine.ts';
import { findLastSeq } from '../../store/log/changes.ts';
import { steps } from '../../store/migrations/index.ts';
import { readStoredPackages } from '../../store/rows/stored-packages.ts';
import type { ReadConnection } from '../../store/store.ts';
import { type IsThere, type PackagesMoved, movePackages } from '../migrate-storage/move-packages.ts';
import { type MovedTable, savedTables } from '../migrate-storage/moved-tables.ts';
import type { Progress } from '../output.ts';
import { readLines, writeLines } from './lines-file.ts';
import {
  type Manifest,
  writeManifest,
  findSnapshots,
  finishSnapshot,
  isUsable,
  removeOldSnapshots,
  snapshotName,
  unfinishedName,
} from './manifest.ts';

/** A process of another container can have had the same id. */
const self = `${process.pid} ${randomUUID()}`;

/** Keeps other backups of this machine out of the folder. Throws UsageError while another one is under way. */
const lockFolder = async (root: string): Promise<AsyncDisposable> => {
  const path = join(root, 'lock');
  const boot = await findBoot();
  const holder = await readFile(path, 'utf8').catch(() => '');
  if (isHeld(holder, boot)) {
    throw new UsageError(
      `The process ${parseInt(holder)} makes a backup in this folder. Wait for it, or remove ${path} if that process is no backup.`,
    );
  }
  await rm(path, { force: true });
  try {
    await writeFile(path, `${self} ${boot}`, { flag: 'wx', mode: privateModes.file });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new UsageError('Another backup began in this folder at the same time. Wait for it.');
  }
  return { [Symbol.asyncDispose]: () => rm(path, { force: true }) };
};

/** The boot id of Linux, another after each start of the machine; empty elsewhere. */
const findBoot = async (): Promise<string> =>
  (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim();

/** A process of an earlier boot has ended, though another one may have its id. */
const isHeld = (holder: string, boot: string): boolean => {
  const [pid = '', mark, bootOfHolder = boot] = holder.split(' ');
  if (bootOfHolder !== boot) return false;
  return Number(pid) === process.pid ? `${pid} ${mark}` === self : isRunning(Number(pid));
};

/** Writes the rows of one moment, and the list of the packages to which they refer. */
const writeRows = (
  engine: Engine,
  folder: string,
  progress: Progress,
): Promise<Pick<Manifest, 'tables' | 'packages' | 'lastSeq'>> =>
  engine.atOneMoment(async (moment) => {
    await mkdir(join(folder, 'rows'), { recursive: true, mode: privateModes.folder });
    const lastSeq = await findLastSeq(moment);
    const advance = progress('tables', savedTables.length);
    const tables: Manifest['tables'] = [];
    for (const table of savedTables) {
      const rows = readAll(moment, table);
      const file = await writeLines(folder, `rows/${table.name}.jsonl.gz`, rows);
      tables.push({ ...file, table: table.name, key: [...table.key] });
      advance(1);
    }
    const packages = await writeLines(folder, 'packages.jsonl.gz', readStoredPackages(moment));
    return { tables, packages, lastSeq };
  });

const readAll = async function* (db: AnyReader, table: MovedTable): AsyncGenerator<AnyRow> {
  for await (const rows of readRows(db, table, 'all')) {
    for (const row of rows) yield { ...row, ...table.reset };
  }
};

/** The newest backup that can be used, if there is any, and a sentence for each that cannot. */
interface EarlierSnapshots {
  last: string | undefined;
  faults: string[];
}

/**
 * Looks at the backups beside which one of this registry and time is to be. Throws UsageError if they are of another
 * registry, or if one of them is not older: `--keep` would take one for the other.
 */
const findEarlierSnapshots = async (
  root: string,
  { registry, takenAt }: { registry: string | undefined; takenAt: string },
): Promise<EarlierSnapshots> => {
  const found = await findSnapshots(root);
  const newest = found.at(-1)?.name ?? '';
  if (newest >= snapshotName(takenAt)) {
    throw new UsageError(
      `The backup ${newest} in ${root} is newer than the clock of this machine, ${takenAt}. Set the clock, or move that backup elsewhere.`,
    );
  }
  const usable = found.filter(isUsable);
  if (usable.some(({ manifest }) => manifest.registry !== undefined && manifest.registry !== registry)) {
    throw new UsageError(`${root} has backups of another registry. Give a folder of its own.`);
  }
  const faults = found.flatMap((one) => (isUsable(one) ? [] : one.fault));
  return { last: usable.at(-1)?.name, faults };
};

/**
 * Creates a hard link to a package in the last backup, or in this one if it was killed before. `isVerifying` also
 * compares the bytes of these files with their digest; otherwise the size decides.
 */
const linkPackage =
  (from: string | undefined, to: string, isVerifying: boolean): IsThere =>
  async ({ bytes, sha256 }, key) => {
    const digestAt = (path: string) => digestOf(createReadStream(path)).catch(ifUnreadable(() => undefined));
    const isWhole = async (path: string): Promise<boolean> => {
      const size = (await stat(path).catch(() => undefined))?.size;
      return size === bytes && (!isVerifying || (await digestAt(path)) === sha256);
    };
    const target = join(to, key);
    if (await isWhole(target)) return true;
    if (from === undefined || !(await isWhole(join(from, key)))) return false;
    await mkdir(dirname(target), { recursive: true, mode: privateModes.folder });
    // Some file systems have no links; the package is then copied from the store again.
    return link(join(from, key), target).then(
      () => true,
      () => false,
    );
  };

/** What distinguishes a registry from every other one: its first change, which never changes. Undefined without any. */
const findRegistry = async (read: ReadConnection): Promise<string | undefined> => {
  const first = await read
    .selectFrom('changes')
    .select(['at', 'subject'])
    .where('seq', '=', 1)
    .executeTakeFirst();
  return first && `${first.at} ${first.subject}`;
};

interface BackupRequest {
  engine: Engine;
  blobs: BlobReader;
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
  makeNamedFolder(root, privateModes.folder);
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
