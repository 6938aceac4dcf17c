import { resolve } from 'node:path';
import { BlobsAwayError } from '../../errors.ts';
import { openBlobs } from '../../packages/blobs/open-blobs.ts';
import { readConfig, withoutModerator } from '../../config.ts';
import { holdDatabase } from '../../hold-database.ts';
import { openConfiguredEngine, openedDatabaseError, storageError } from '../../open-database.ts';
import type { CommandContext } from '../command.ts';
import { UsageError } from '../exit-on-failure.ts';
import { type Progress, showProgress, quantity } from '../output.ts';
import { type Snapshot, chooseSnapshot, verifySnapshot } from './choose-snapshot.ts';
import { restoreSnapshot } from './restore-snapshot.ts';

/** What the command prints: a sentence, and a line for each package that is not whole. */
interface Outcome {
  sentence: string;
  faults: readonly string[];
}

const verify = async (snapshot: Snapshot, progress: Progress): Promise<Outcome> => {
  const { takenAt, packages } = snapshot.manifest;
  const faults = await verifySnapshot(snapshot, progress);
  return {
    sentence: `Backup of ${takenAt}: the rows are whole; ${quantity(packages.lines, 'package')}, ${faults.length} of them missing or damaged.`,
    faults,
  };
};

const restore = async (
  { environment }: CommandContext,
  snapshot: Snapshot,
  progress: Progress,
  acceptsLosses: boolean,
): Promise<Outcome> => {
  const config = readConfig(withoutModerator(environment));
  if (config.PACKAGES_URL?.kind === 'memory')
    throw new UsageError('PACKAGES_URL must be a place that lasts.');
  const hold = holdDatabase(config.DATABASE_URL);
  const engine = openConfiguredEngine(config);
  try {
    const blobs = await openBlobs(config, { publicUrl: () => '', now: () => new Date() });
    const { rows, moved } = await restoreSnapshot(snapshot, { engine, blobs, progress, acceptsLosses });
    const { takenAt, packages, lastSeq } = snapshot.manifest;
    return {
      sentence: `Restored the backup of ${takenAt}: ${quantity(rows, 'row')}, ${quantity(packages.lines, 'package')} (${moved.copied} copied); change ${lastSeq} is the last.`,
      faults: moved.faults,
    };
  } catch (error) {
    throw error instanceof BlobsAwayError ? storageError(engine, error) : openedDatabaseError(engine, error);
  } finally {
    await engine.close();
    hold[Symbol.dispose]();
  }
};

export const run = async (
  context: CommandContext,
  { from, verify: isVerifying, acceptLosses }: { from?: string; verify: boolean; acceptLosses: boolean },
  folder: string,
): Promise<boolean> => {
  const snapshot = await chooseSnapshot(resolve(folder), from);
  const { begin, end } = showProgress();
  try {
    const { sentence, faults } = await (isVerifying
      ? verify(snapshot, begin)
      : restore(context, snapshot, begin, acceptLosses));
    end();
    context.stdout.write(`${sentence}\n`);
    for (const fault of faults) context.stderr.write(`${fault}\n`);
    return faults.length === 0;
  } finally {
    end();
  }
};
