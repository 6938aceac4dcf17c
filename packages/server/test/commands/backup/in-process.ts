import type { BlobStore } from '../../../src/packages/blobs/blob-store.ts';
import { openBlobs } from '../../../src/packages/blobs/open-blobs.ts';
import { type BackupTaken, takeBackup } from '../../../src/commands/backup/take-backup.ts';
import { chooseSnapshot, verifySnapshot } from '../../../src/commands/restore/choose-snapshot.ts';
import { restoreSnapshot } from '../../../src/commands/restore/restore-snapshot.ts';
import { readConfig } from '../../../src/config.ts';
import { openConfiguredEngine } from '../../../src/open-database.ts';
import type { Engine } from '../../../src/store/engine.ts';
import type { DataSettings } from '../../support/make-data.ts';
import type { TestServer } from '../../support/start-server.ts';

const progress = () => () => {};

// As the commands do it, without the time that a process takes to start.

export const backUp = (
  { server: { context } }: TestServer,
  root: string,
  { keep, isVerifying = false }: { keep?: number; isVerifying?: boolean } = {},
): Promise<BackupTaken> =>
  takeBackup({
    engine: context.store.engine,
    blobs: context.blobs,
    now: () => new Date(),
    root,
    keep,
    isVerifying,
    progress,
  });

interface RestoreOptions {
  from?: string;
  acceptsLosses?: boolean;
  /** What happens to the database while packages are restored. */
  meanwhile?: (engine: Engine) => Promise<unknown>;
}

export const restoreInto = async (
  target: DataSettings,
  root: string,
  { from, acceptsLosses = false, meanwhile = async () => {} }: RestoreOptions = {},
) => {
  const snapshot = await chooseSnapshot(root, from);
  const config = readConfig({ ...target });
  const engine = openConfiguredEngine(config);
  try {
    const blobs = await openBlobs(config, { publicUrl: () => '', now: () => new Date() });
    const stage: BlobStore['stage'] = async (...asked) => {
      await meanwhile(engine);
      return blobs.stage(...asked);
    };
    return await restoreSnapshot(snapshot, { engine, blobs: { ...blobs, stage }, progress, acceptsLosses });
  } finally {
    await engine.close();
  }
};

export const verify = async (root: string): Promise<string[]> =>
  verifySnapshot(await chooseSnapshot(root, undefined), progress);
