import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { type Config, ConfigError } from '../config.ts';
import { makePrivateFolder } from '../private-files.ts';
import { findLeftovers } from './blobs/staging.ts';
import { ReaderPool } from './reader-pool.ts';
import type { PackageReader } from './reading.ts';

/** Reader processes. If this system cannot isolate them, the log says so, or the server does not start. */
export const openReaders = async (config: Config, log: FastifyBaseLogger): Promise<PackageReader> => {
  const folder = join(config.DATA_DIR, 'readers');
  makePrivateFolder(folder);
  for await (const leftover of findLeftovers(folder)) await leftover.remove();
  const pool = new ReaderPool({ workers: config.WORKERS, folder });
  const isolation = requireIsolation(pool, config, log);
  // To try takes a moment, for which only those wait who insist.
  if (config.READERS === 'isolated') await isolation;
  return pool;
};

const requireIsolation = async (
  { sandbox }: ReaderPool,
  { READERS }: Config,
  log: FastifyBaseLogger,
): Promise<void> => {
  const { missing } = await sandbox;
  if (missing === undefined) return;
  if (READERS === 'isolated') {
    throw new ConfigError(
      `READERS is isolated, but this system cannot isolate reader processes (${missing.replaceAll(/\s+/g, ' ')}). Let it make namespaces as docs/operations/security.md says, or set READERS to best-effort.`,
    );
  }
  log.warn(
    { reason: missing },
    'reader processes have no namespaces of their own; see docs/operations/security.md',
  );
};
