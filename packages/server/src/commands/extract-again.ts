import { limits } from '@patchbay/contract';
import { SingleBar } from 'cli-progress';
import { EXTRACTOR_VERSION } from '@patchbay/inspect/facts';
import { readConfigOfRegistry } from '../open-database.ts';
import { openCommandLog } from '../open-log.ts';
import { readAndRecord } from '../packages/read-package.ts';
import { createServer } from '../server.ts';
import { findVersionIdsToRead } from '../store/rows/forgotten-versions.ts';
import { findVersionById } from '../store/rows/versions.ts';
import type { CommandContext } from './command.ts';
import { quantity } from './output.ts';

export const run = async ({ environment, stdout, parts }: CommandContext): Promise<boolean> => {
  const config = readConfigOfRegistry(environment);
  const log = openCommandLog();
  const server = await createServer(config, log, () => new Date(), parts);
  const bar = new SingleBar({
    format: '{bar} {percentage}% | {value}/{total} versions | {eta_formatted} left',
  });
  try {
    const ids = await findVersionIdsToRead(server.context.store.read, EXTRACTOR_VERSION);
    const waiting = ids.values();
    bar.start(ids.length, 0);
    const work = async (): Promise<void> => {
      for (const id of waiting) {
        const version = await findVersionById(server.context.store.read, id);
        if (version !== undefined) await readAndRecord(server.context, version, limits.packageAttemptsMax);
        bar.increment();
      }
    };
    await Promise.all(Array.from({ length: server.context.readers.processesMax + 1 }, work));
    bar.stop();
    stdout.write(`Read ${quantity(ids.length, 'version')} again.\n`);
    return true;
  } finally {
    await server.close();
  }
};
