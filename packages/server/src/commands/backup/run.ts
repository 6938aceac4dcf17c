import { resolve } from 'node:path';
import { BlobsAwayError } from '../../errors.ts';
import { openBlobs } from '../../packages/blobs/open-blobs.ts';
import {
  openConfiguredEngine,
  openedDatabaseError,
  readConfigOfRegistry,
  storageError,
} from '../../open-database.ts';
import { type BackupTaken, takeBackup } from './take-backup.ts';
import type { CommandContext } from '../command.ts';
import { UsageError } from '../exit-on-failure.ts';
import { openStore } from '../../store/open-store.ts';
import { noteRun, requireMigrated } from '../operator-run.ts';
import { showProgress, quantity } from '../output.ts';

const report = (
  { stdout, stderr }: CommandContext,
  { tables, packages, moved, lastSeq, faults, takenAt, removed, damaged }: BackupTaken,
): boolean => {
  const rows = tables.reduce((sum, { lines }) => sum + lines, 0);
  stdout.write(
    `Backup of ${takenAt}: ${quantity(rows, 'row')}, ${quantity(packages.lines, 'package')} (${moved.copied} copied); change ${lastSeq} is the last. Removed ${quantity(removed, 'old backup')}.\n`,
  );
  for (const fault of [...damaged, ...faults]) stderr.write(`${fault}\n`);
  return faults.length === 0;
};

export const run = async (
  context: CommandContext,
  { keep, verify }: { keep?: number; verify: boolean },
  folder: string,
): Promise<boolean> => {
  const config = readConfigOfRegistry(context.environment);
  if (config.PACKAGES_URL?.kind === 'memory')
    throw new UsageError('PACKAGES_URL must be a place that lasts.');
  const engine = openConfiguredEngine(config);
  const now = () => new Date();
  const progress = showProgress();
  try {
    await requireMigrated(engine);
    const blobs = await openBlobs(config, { publicUrl: () => '', now });
    await blobs.check();
    const taken = await takeBackup({
      engine,
      blobs,
      root: resolve(folder),
      keep,
      isVerifying: verify,
      now,
      progress: progress.begin,
    });
    progress.end();
    const isWhole = report(context, taken);
    if (isWhole) await noteRun(context, openStore(engine, now), 'backup', 0);
    return isWhole;
  } catch (error) {
    throw error instanceof BlobsAwayError ? storageError(engine, error) : openedDatabaseError(engine, error);
  } finally {
    progress.end();
    await engine.close();
  }
};
