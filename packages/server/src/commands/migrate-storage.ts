import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import type { PackagesLocation } from '../blobs/packages-url.ts';
import { readAs } from '../config.ts';
import { findLastSeq } from '../store/log/changes.ts';
import { countStoredPackages, readStoredPackages } from '../store/rows/stored-packages.ts';
import { exitOnFailure, UsageError } from './exit-on-failure.ts';
import { type PackagesMoved, movePackages } from './migrate-storage/move-packages.ts';
import { type RowsMoved, moveRows } from './migrate-storage/move-rows.ts';
import { openDatabases } from './migrate-storage/open-databases.ts';
import { openPackages } from './migrate-storage/open-packages.ts';
import type { Progress } from './migrate-storage/progress.ts';

const usage =
  'npm run migrate-storage -- --from <DATABASE_URL> --from-packages <PACKAGES_URL> --to <DATABASE_URL> --to-packages <PACKAGES_URL>';

const readArguments = () => {
  const texts = readTexts();
  const location = (flag: 'from-packages' | 'to-packages'): PackagesLocation => {
    const found = readAs('PACKAGES_URL', `--${flag}`, texts[flag]);
    if (found.kind === 'memory') throw new UsageError(`--${flag} must be a place that lasts.`);
    return found;
  };
  return {
    from: readAs('DATABASE_URL', '--from', texts.from),
    fromPackages: location('from-packages'),
    to: readAs('DATABASE_URL', '--to', texts.to),
    toPackages: location('to-packages'),
  };
};

const readTexts = () => {
  const option = { type: 'string' } as const;
  try {
    const { values } = parseArgs({
      options: { from: option, 'from-packages': option, to: option, 'to-packages': option },
    });
    const { from, to, 'from-packages': fromPackages, 'to-packages': toPackages } = values;
    if (!from || !to || !fromPackages || !toPackages) throw new UsageError(usage);
    return { from, to, 'from-packages': fromPackages, 'to-packages': toPackages };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${(error as Error).message}. ${usage}`);
  }
};

const report = ({ rows, written, removed, seq }: RowsMoved, moved: PackagesMoved, lastSeq: number): void => {
  const { packages, copied, faults } = moved;
  process.stdout.write(
    `${rows} rows: ${written} written, ${removed} removed. ${packages} packages: ${copied} copied. Change ${seq} is the last.\n`,
  );
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
  if (lastSeq > seq) {
    process.stdout.write(
      `The source went on meanwhile, to change ${lastSeq}: stop its servers and run this again.\n`,
    );
  }
};

await exitOnFailure(async () => {
  const { from, fromPackages, to, toPackages } = readArguments();
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
  const rowsMoved = await moveRows(databases.source, databases.target, progress);
  // Driven by the rows of the target: everything they refer to must exist.
  const rows = databases.target.reader;
  const stored = { packages: readStoredPackages(rows), total: await countStoredPackages(rows) };
  const packagesMoved = await movePackages(stored, packages, progress);
  bar.stop();
  report(rowsMoved, packagesMoved, await findLastSeq(databases.source.reader));
});
