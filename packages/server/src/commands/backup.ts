import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openBlobs } from '../blobs/open-blobs.ts';
import { readConfig } from '../config.ts';
import { openConfiguredEngine } from '../server.ts';
import { type BackupTaken, takeBackup } from './backup/take-backup.ts';
import { exitOnFailure, UsageError } from './exit-on-failure.ts';
import { requireMigrated } from './require-migrated.ts';
import { showProgress } from './show-progress.ts';

const usage = 'npm run backup -- <folder> [--keep <number>] [--verify]';

const readArguments = (): { root: string; keep: number | undefined; isVerifying: boolean } => {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { keep: { type: 'string' }, verify: { type: 'boolean', default: false } },
    });
    const [root, ...more] = positionals;
    const isNumber = values.keep === undefined || /^[1-9]\d{0,5}$/.test(values.keep);
    if (root === undefined || more.length > 0 || !isNumber) throw new UsageError(usage);
    const keep = values.keep === undefined ? undefined : Number(values.keep);
    return { root: resolve(root), keep, isVerifying: values.verify };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${(error as Error).message}. ${usage}`);
  }
};

const report = ({ tables, packages, moved, lastSeq, faults, takenAt, removed }: BackupTaken): void => {
  const rows = tables.reduce((sum, { lines }) => sum + lines, 0);
  process.stdout.write(
    `Backup of ${takenAt}: ${rows} rows, ${packages.lines} packages, ${moved.copied} of them copied; change ${lastSeq} is the last. ${removed} old backups were removed.\n`,
  );
  for (const fault of faults) process.stderr.write(`${fault}\n`);
  if (faults.length > 0) process.exitCode = 1;
};

await exitOnFailure(async () => {
  const { root, keep, isVerifying } = readArguments();
  const config = readConfig(process.env);
  if (config.PACKAGES_URL?.kind === 'memory') throw new UsageError('PACKAGES_URL must be a place that lasts.');
  const engine = openConfiguredEngine(config);
  const progress = showProgress();
  try {
    await requireMigrated(engine);
    const blobs = await openBlobs(config, { publicUrl: () => '', now: () => new Date() });
    await blobs.check();
    const taken = await takeBackup({
      engine,
      blobs,
      root,
      keep,
      isVerifying,
      now: () => new Date(),
      progress: progress.begin,
    });
    progress.end();
    report(taken);
  } finally {
    progress.end();
    await engine.close();
  }
});
