import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type FaultProxy, openFaultProxy } from '../fault-proxy.ts';
import { packagesOnS3 } from '../packages-on-s3.ts';
import { type PostgresServer, startPostgres } from '../postgres-server.ts';
import type { Stage } from './faults.ts';
import { moderator } from './moderator.ts';
import { startServerGroup } from './server-group.ts';

/** Servers on one PostgreSQL of their own and one S3, which they and their clients reach by a gate. */
export interface ClusterStage extends Stage, AsyncDisposable {
  postgres: PostgresServer;
  packageProxy: FaultProxy;
}

/** With `more` settings of each server. */
export const openClusterStage = async (
  more: Readonly<Record<string, string>> = {},
): Promise<ClusterStage> => {
  await using opened = new AsyncDisposableStack();
  const test = { after: (close: () => Promise<void>) => opened.defer(close) };
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-'));
  opened.defer(() => rm(folder, { recursive: true }));
  const postgres = await startPostgres();
  opened.defer(() => postgres.stop());
  const s3 = await packagesOnS3(test);
  const packageProxy = await openFaultProxy(test, s3.endpoint);
  const { AWS_ACCESS_KEY_ID = '', AWS_SECRET_ACCESS_KEY = '' } = process.env;
  const shared = {
    DATABASE_URL: postgres.url,
    PACKAGES_URL: s3.url(packageProxy.url),
    AWS_ACCESS_KEY_ID,
    AWS_SECRET_ACCESS_KEY,
    SECRET: 'a secret that all the processes share',
    ADMIN_EMAIL: moderator.email,
    ADMIN_PASSWORD: moderator.password,
    LOG_LEVEL: 'silent',
    ...more,
  };
  const ownFolder = (name: string) => ({ ...shared, DATA_DIR: join(folder, name) });
  const servers = opened.use(
    await startServerGroup([ownFolder('first'), ownFolder('second'), ownFolder('third')]),
  );
  const kept = opened.move();
  return { postgres, packageProxy, servers, [Symbol.asyncDispose]: () => kept.disposeAsync() };
};
