import { fileURLToPath } from 'node:url';
import { chanceFrom } from '../chance.ts';
import type { Stage } from '../faults.ts';
import type { FaultResult } from '../run-fault.ts';
import { runFaultOnStage } from '../run-fault-on-stage.ts';
import { type KillMoment, type KillReport, killOften } from './kill-often.ts';

/** Has a server load the module that writes its steps, before its own code. */
const watched = {
  NODE_OPTIONS: `--import=${new URL('watch-steps.ts', import.meta.url).href}`,
  // The one that the server sets by itself only when that module has been loaded.
  NODE_COMPILE_CACHE: fileURLToPath(
    new URL('../../../../../../node_modules/.cache/patchbay', import.meta.url),
  ),
};

/** Many nodes, so that version numbers do not run out while publishers publish. */
const size = {
  publishers: 4,
  nodesEach: 20,
  readers: 2,
  thinkMs: 150,
  requestsEach: 50,
  lastsMsMax: Infinity,
};

export interface KillRun<Where extends Stage> {
  open: (environment: Readonly<Record<string, string>>) => Promise<Where & AsyncDisposable>;
  count: number;
  moments: readonly [KillMoment, ...KillMoment[]];
  seed: number;
}

/** Kills the servers of a registry of its own under load, and returns how it went. */
export const runKills = async <Where extends Stage>({
  open,
  count,
  moments,
  seed,
}: KillRun<Where>): Promise<FaultResult & KillReport> => {
  const report: KillReport = { kills: new Map(), publishes: 0, uploads: 0 };
  const fault = killOften({ count, moments, chance: chanceFrom(seed), report });
  const result = await runFaultOnStage(fault, () => open(watched), size);
  return { ...result, ...report };
};
