import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openBlobs } from '../blobs/open-blobs.ts';
import { readConfig } from '../config.ts';
import { openConfiguredEngine } from '../server.ts';
import { exitOnFailure, UsageError } from './exit-on-failure.ts';
import type { Progress } from './migrate-storage/progress.ts';
import { type Snapshot, chooseSnapshot } from './restore/choose-snapshot.ts';
import { restoreSnapshot } from './restore/restore-snapshot.ts';
import { verifySnapshot } from './restore/verify-snapshot.ts';
import { showProgress } from './show-progress.ts';

const usage = 'npm run restore -- <folder> [--from <name of a backup>] [--verify] [--accept-losses]';

const readArguments = () => {
  const flag = { type: 'boolean', default: false } as const;
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { from: { type: 'string' }, verify: flag, 'accept-losses': flag },
    });
    const [root, ...more] = positionals;
    if (root === undefined || more.length > 0) throw new UsageError(usage);
    return { ...values, root: resolve(root), acceptsLosses: values['accept-losses'] };
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${(error as Error).message}. ${usage}`);
  }
};

/** What the command prints: a sentence, and a line for each package that is not whole. */
interface Outcome {
  sentence: string;
  faults: readonly string[];
}

const verify = async (snapshot: Snapshot, progress: Progress): Promise<Outcome> => {
  const { takenAt, packages } = snapshot.manifest;
  const faults = await verifySnapshot(snapshot, progress);
  return {
    sentence: `Backup of ${takenAt}: the rows are whole; ${faults.length} of ${packages.lines} packages are not.`,
    faults,
  };
};

const restore = async (snapshot: Snapshot, progress: Progress, acceptsLosses: boolean): Promise<Outcome> => {
  const config = readConfig({ ...process.env, ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
  if (config.PACKAGES_URL?.kind === 'memory')
    throw new UsageError('PACKAGES_URL must be a place that lasts.');
  const engine = openConfiguredEngine(config);
  try {
    const blobs = await openBlobs(config, { publicUrl: () => '', now: () => new Date() });
    const { rows, moved } = await restoreSnapshot(snapshot, { engine, blobs, progress, acceptsLosses });
    const { takenAt, packages, lastSeq } = snapshot.manifest;
    return {
      sentence: `Restored the backup of ${takenAt}: ${rows} rows, ${packages.lines} packages, ${moved.copied} of them copied; change ${lastSeq} is the last.`,
      faults: moved.faults,
    };
  } finally {
    await engine.close();
  }
};

await exitOnFailure(async () => {
  const { root, from, verify: isVerifying, acceptsLosses } = readArguments();
  const snapshot = await chooseSnapshot(root, from);
  const { begin, end } = showProgress();
  try {
    const { sentence, faults } = await (isVerifying
      ? verify(snapshot, begin)
      : restore(snapshot, begin, acceptsLosses));
    end();
    process.stdout.write(`${sentence}\n`);
    for (const fault of faults) process.stderr.write(`${fault}\n`);
    if (faults.length > 0) process.exitCode = 1;
  } finally {
    end();
  }
});
