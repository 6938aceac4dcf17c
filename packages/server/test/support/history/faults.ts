import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerGroup } from './server-group.ts';

/** One thing that goes wrong under load, and how it is put right. */
export interface Fault<Stage> {
  name: string;
  /** How long it lasts at the least. */
  lastsMs: number;
  /** Whether a connection may die without an answer: only of a process that was itself killed. */
  cutsConnections: boolean;
  inject(stage: Stage): Promise<void>;
  heal(stage: Stage): Promise<void>;
}

/** What can befall server processes and their folders alone. */
export const faults: readonly Fault<ServerGroup>[] = [
  {
    name: 'a server process is killed and restarted',
    lastsMs: 500,
    cutsConnections: true,
    inject: (servers) => servers.kill(0),
    heal: (servers) => servers.restart(0),
  },
  {
    name: 'the folder of packages takes no writes',
    lastsMs: 1_000,
    cutsConnections: false,
    // Every write of a package goes through the staging folder; taking rights away would not stop root.
    inject: async ({ dataDir }) => {
      await rename(staging(dataDir), `${staging(dataDir)}-away`);
      await writeFile(staging(dataDir), '');
    },
    heal: async ({ dataDir }) => {
      await rm(staging(dataDir));
      await rename(`${staging(dataDir)}-away`, staging(dataDir));
    },
  },
];

const staging = (dataDir: string): string => join(dataDir, 'packages', '.staging');
