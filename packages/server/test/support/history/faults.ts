import assert from 'node:assert/strict';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commitChannel } from '../../../src/store/engines/postgres/listener.ts';
import { runSql } from '../postgres-database.ts';
import type { Fixture } from './fixture.ts';
import type { Violation } from './history.ts';
import type { ClusterStage } from './open-cluster-stage.ts';
import type { ServerGroup } from './server-group.ts';

/** Where a fault happens. */
export interface Stage {
  servers: ServerGroup;
}

/** One thing that goes wrong under load, and how it is put right. */
export interface Fault<Where extends Stage> {
  name: string;
  /** How long it lasts at the least. */
  lastsMs: number;
  /** Whether a connection may die without an answer: only of a process that was itself killed. */
  cutsConnections: boolean;
  /** Whether no request need fail of it. */
  isHidden?: boolean;
  inject(stage: Where): Promise<void>;
  heal(stage: Where): Promise<void>;
  /** What does not hold afterwards, besides the rules for all faults. */
  judge?(stage: Where, fixture: Fixture): Promise<Violation[]>;
}

const processKilled: Fault<Stage> = {
  name: 'a server process is killed and restarted',
  lastsMs: 500,
  cutsConnections: true,
  inject: ({ servers }) => servers.kill(0),
  heal: async ({ servers }) => {
    await servers.restart(0);
  },
};

/** Faults of one process and its folder. */
export const faultsAlone: readonly Fault<Stage>[] = [
  processKilled,
  {
    name: 'the folder of packages takes no writes',
    lastsMs: 3_000,
    cutsConnections: false,
    // Every write of a package goes through the staging folder; taking rights away would not stop root.
    inject: async ({ servers: { dataDir } }) => {
      await rename(staging(dataDir), `${staging(dataDir)}-away`);
      await writeFile(staging(dataDir), '');
    },
    heal: async ({ servers: { dataDir } }) => {
      await rm(staging(dataDir));
      await rename(`${staging(dataDir)}-away`, staging(dataDir));
    },
  },
];

const staging = (dataDir: string): string => join(dataDir, 'packages', '.staging');

/** Faults of several processes and of what they share. */
export const faultsInCluster: readonly Fault<ClusterStage>[] = [
  processKilled,
  {
    name: 'PostgreSQL is stopped and started',
    lastsMs: 1_000,
    cutsConnections: false,
    inject: ({ postgres }) => postgres.halt(),
    heal: ({ postgres }) => postgres.resume(),
  },
  {
    name: 'S3 is away',
    lastsMs: 20_000,
    cutsConnections: false,
    inject: async ({ packageProxy }) => packageProxy.set('shut'),
    heal: async ({ packageProxy }) => packageProxy.set('open'),
  },
  {
    name: 'the connections that listen are cut',
    lastsMs: 2_500,
    cutsConnections: false,
    isHidden: true,
    inject: async ({ postgres, servers }) => {
      const cut = await runSql(
        postgres.url,
        `select pg_terminate_backend(pid) from pg_stat_activity where query = 'listen ${commitChannel}'`,
      );
      assert.equal(cut.length, servers.urls.length, 'not every process listened');
    },
    heal: async () => {},
  },
];
