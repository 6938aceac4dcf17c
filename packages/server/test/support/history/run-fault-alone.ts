import { mkdtempDisposable } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fault } from './faults.ts';
import { type FaultResult, runFault } from './run-fault.ts';
import { setScene } from './scene.ts';
import { type ServerGroup, startServerGroup } from './server-group.ts';

const moderator = { email: 'moderator@example.org', password: 'correct horse battery' };
const seed = 7;
/** One process has nobody to be behind of. */
const stalenessMs = 0;

export interface FaultSize {
  publishers: number;
  readers: number;
  requestsEach: number;
}

/** Lets the fault befall a registry of its own: one process, one folder. */
export const runFaultAlone = async (
  fault: Fault<ServerGroup>,
  { publishers, ...size }: FaultSize,
): Promise<FaultResult> => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'patchbay-'));
  await using servers = await startServerGroup([
    {
      DATA_DIR: folder.path,
      ADMIN_EMAIL: moderator.email,
      ADMIN_PASSWORD: moderator.password,
      LOG_LEVEL: 'silent',
    },
  ]);
  const scene = await setScene(servers.urls, { publishers, nodesEach: 3, moderator });
  return await runFault({ fault, stage: servers, scene, seed, stalenessMs, ...size });
};
