import type { Fault, Stage } from './faults.ts';
import { moderator } from './moderator.ts';
import { type FaultResult, runFault } from './run-fault.ts';
import { makeFixture } from './fixture.ts';

const seed = 7;
/** How long a process may show what another one has replaced; one process has nobody to be behind of. */
const stalenessMs = { ofOne: 0, ofSeveral: 2_000 };

export interface FaultSize {
  publishers: number;
  nodesEach?: number;
  readers: number;
  /** How long a caller waits after each move, on average; not at all by default. */
  thinkMs?: number;
  requestsEach: number;
  /** A fault lasts no longer. */
  lastsMsMax: number;
}

/** Runs the fault on a registry of its own. */
export const runFaultOnStage = async <Where extends Stage>(
  fault: Fault<Where>,
  open: () => Promise<Where & AsyncDisposable>,
  { publishers, nodesEach = 3, lastsMsMax, ...size }: FaultSize,
): Promise<FaultResult> => {
  await using stage = await open();
  const { urls } = stage.servers;
  return await runFault({
    fault: { ...fault, lastsMs: Math.min(fault.lastsMs, lastsMsMax) },
    stage,
    fixture: await makeFixture(urls, { publishers, nodesEach, moderator }),
    seed,
    stalenessMs: urls.length > 1 ? stalenessMs.ofSeveral : stalenessMs.ofOne,
    ...size,
  });
};
