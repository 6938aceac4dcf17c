import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SingleBar } from 'cli-progress';
import type { BlobReader, BlobStore } from '../../packages/blobs/blob-store.ts';
import { readDisk } from '../../packages/blobs/disk.ts';
import { openBlobs } from '../../packages/blobs/open-blobs.ts';
import type { PackagesLocation } from '../../packages/blobs/packages-url.ts';
import { readAs } from '../../config.ts';
import { openedDatabaseError } from '../../open-database.ts';
import type { Engine } from '../../store/engine.ts';
import { endMove } from '../../store/unfinished-move.ts';
import { findLastSeq } from '../../store/log/changes.ts';
import { countStoredPackages, readStoredPackages } from '../../store/rows/stored-packages.ts';
import type { CommandContext } from '../command.ts';
import { UsageError } from '../exit-on-failure.ts';
import { isRunning } from '../is-running.ts';
import { type PackagesMoved, movePackages } from './move-packages.ts';
import { type RowsMoved, moveRows } from './move-rows.ts';
import { openDatabases } from './open-databases.ts';
import { type Progress, quantity } from '../output.ts';

const prefix = 'patchbay-move-';

/** Removes what killed runs have left behind. */
const removeLeftovers = async (): Promise<void> => {
  const left = (await readdir(tmpdir())).filter((name) => name.startsWith(prefix));
  for (const name of left) {
    if (isRunning(Number.parseInt(name.slice(prefix.length)))) continue;
    const path = join(tmpdir(), name);
    // Another run may remove it at the same time.
    const owner = (await lstat(path).catch(() => undefined))?.uid;
    if (owner === process.getuid?.()) await rm(path, { recursive: true, force: true });
  }
};

/** The source and target of packages. Packages in transit are in a folder that is removed with them. */
const openPackages = async (
  from: PackagesLocation,
  to: PackagesLocation,
): Promise<{ source: BlobReader; target: BlobStore } & AsyncDisposable> => {
  await removeLeftovers();
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`));
  const open = (PACKAGES_URL: PackagesLocation, name: string): Promise<BlobStore> =>
    // This process signs no upload URLs.
    openBlobs(
      { PACKAGES_URL, DATA_DIR: join(folder, name), SECRET: '' },
      { publicUrl: () => '', now: () => new Date() },
    );
  return {
    // Opening the folder like a server would remove the uploads in progress of the server that uses it.
    source: from.kind === 'file' ? readDisk(from.folder) : await open(from, 'from'),
    target: await open(to, 'to'),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
};

const report = (
  { stdout, stderr }: CommandContext,
  { rows, written, removed, seq }: RowsMoved,
  moved: PackagesMoved,
  lastSeq: number,
): boolean => {
  const { packages, copied, faults } = moved;
  stdout.write(
    `${quantity(rows, 'row')}: ${written} written, ${removed} removed. ${quantity(packages, 'package')}: ${copied} copied. Change ${seq} is the last.\n`,
  );
  for (const fault of faults) stderr.write(`${fault}\n`);
  if (lastSeq > seq) {
    stdout.write(
      `The source went on meanwhile, to change ${lastSeq}: stop its servers and run this again.\n`,
    );
  }
  return faults.length === 0;
};

interface Flags {
  from: string;
  fromPackages: string;
  to: string;
  toPackages: string;
}

const readLocation = (flag: string, written: string): PackagesLocation => {
  const found = readAs('PACKAGES_URL', flag, written);
  if (found.kind === 'memory') throw new UsageError(`${flag} must be a place that lasts.`);
  return found;
};

export const run = async (context: CommandContext, flags: Flags): Promise<boolean> => {
  const from = readAs('DATABASE_URL', '--from', flags.from);
  const fromPackages = readLocation('--from-packages', flags.fromPackages);
  const to = readAs('DATABASE_URL', '--to', flags.to);
  const toPackages = readLocation('--to-packages', flags.toPackages);
  await using databases = await openDatabases(from, to);
  await using packages = await openPackages(fromPackages, toPackages);
  await Promise.all([packages.source.check(), packages.target.check()]);

  const bar = new SingleBar({
    format: '{bar} {percentage}% | {value}/{total} {what} | {eta_formatted} left',
  });
  const progress: Progress = (what, total) => {
    bar.stop();
    bar.start(total, 0, { what });
    return (done) => bar.increment(done);
  };
  try {
    const rowsMoved = await moveRows(databases.source, databases.target, progress);
    // Driven by the rows of the target: everything they refer to must exist.
    const rows = databases.target.reader;
    const stored = { packages: readStoredPackages(rows), total: await countStoredPackages(rows) };
    const packagesMoved = await movePackages(stored, packages, progress);
    // Also without the packages that the source cannot give: nothing else is to come.
    await endMove(databases.target);
    bar.stop();
    return report(context, rowsMoved, packagesMoved, await findLastSeq(databases.source.reader));
  } catch (error) {
    throw nameDatabase(databases, error);
  }
};

/** Of two databases on one engine, an error does not tell which one it is of. */
const nameDatabase = ({ source, target }: { source: Engine; target: Engine }, error: unknown): unknown => {
  const isSame = source.accounts.type === target.accounts.type;
  const named = openedDatabaseError(target, error, isSame ? '--from or --to' : '--to');
  return openedDatabaseError(source, named, '--from');
};
