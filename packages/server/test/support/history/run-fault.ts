import { setTimeout as wait } from 'node:timers/promises';
import { checkHistory } from './check.ts';
import type { Fault } from './faults.ts';
import type { Operation, Violation } from './history.ts';
import { Recorder } from './recorder.ts';
import type { Scene } from './scene.ts';
import { violationOf } from './rules/violation.ts';
import { readAll, readLog, runWorkload } from './workload.ts';

/** So many in a row that did not fail are well again. */
const successesInRow = 20;
const pollMs = 20;

/** How a fault went: what is told of it, and every rule that was broken. */
export interface FaultResult {
  fault: string;
  requests: number;
  /** How many failed, by status; `died` when there was none. */
  failed: Readonly<Record<string, number>>;
  /** Breaches of which acknowledged writes are the victims. */
  lost: number;
  /** From the beginning of the repair to the first of the requests in a row that succeed. */
  recoveryMs: number;
  violations: readonly Violation[];
}

export interface FaultRun<Stage> {
  fault: Fault<Stage>;
  stage: Stage;
  scene: Scene;
  seed: number;
  readers: number;
  /** So many requests before the fault, during it and after it, at the least. */
  requestsEach: number;
  stalenessMs: number;
}

/** Lets the fault happen and pass under load, then compares all that was asked and answered with the rules. */
export const runFault = async <Stage>(run: FaultRun<Stage>): Promise<FaultResult> => {
  const { fault, stage, scene, seed, readers, requestsEach, stalenessMs } = run;
  const recorder = new Recorder();
  const { operations } = recorder;
  const load = { over: false };
  const loaded = runWorkload({ scene, recorder, seed, readers, isOver: () => load.over });
  const requests = async (isCounted: (operation: Operation) => boolean = () => true): Promise<void> => {
    const begin = operations.length;
    while (operations.slice(begin).filter(isCounted).length < requestsEach) await wait(pollMs);
  };

  const happen = async () => {
    await requests();
    const injectedAt = performance.now();
    await fault.inject(stage);
    await Promise.all([requests(), wait(fault.lastsMs)]);
    const healingAt = performance.now();
    await fault.heal(stage);
    await requests(({ outcome }) => outcome !== 'unknown');
    return { injectedAt, healingAt };
  };
  // Whichever of the two breaks ends the other.
  const { injectedAt, healingAt } = await Promise.race([happen(), brokenOff(loaded)]).finally(() => {
    load.over = true;
  });
  await loaded;
  const underFault = [...operations];

  await wait(scene.urls.length > 1 ? stalenessMs : 0);
  await readAll(scene, recorder);
  const log = await readLog(scene);
  const violations = [
    ...checkHistory({ operations, log }, stalenessMs),
    ...findBadFailures(operations, fault, injectedAt),
  ];
  return {
    fault: fault.name,
    requests: underFault.length,
    failed: countFailures(underFault),
    lost: violations.filter(({ rule }) => rule === 'nothing acknowledged is lost').length,
    recoveryMs: recoveryMs(operations, healingAt),
    violations,
  };
};

/** Rejects when the load breaks; it does not end before it is told to. */
const brokenOff = async (loaded: Promise<void>): Promise<never> => {
  await loaded;
  throw new Error('the load ended by itself');
};

const isFailure = ({ outcome }: Operation): boolean => outcome === 'unknown';

const badFailure = violationOf('a fault is answered with 503 and Retry-After');

const findBadFailures = (
  operations: readonly Operation[],
  { cutsConnections }: Pick<Fault<never>, 'cutsConnections'>,
  injectedAt: number,
): Violation[] =>
  operations
    .filter(isFailure)
    .filter(({ status, hasRetryAfter, completedAt }) => {
      const isHonest = status === undefined ? cutsConnections : status === 503 && hasRetryAfter === true;
      return !isHonest || completedAt < injectedAt;
    })
    .map((operation) =>
      badFailure(`${operation.kind} failed with ${operation.status ?? 'no answer'}`, operation),
    );

const countFailures = (operations: readonly Operation[]): Record<string, number> => {
  const failed = Object.groupBy(operations.filter(isFailure), ({ status }) => status ?? 'died');
  return Object.fromEntries(Object.entries(failed).map(([status, those]) => [status, those?.length ?? 0]));
};

/** Infinity when it never came to that. */
const recoveryMs = (operations: readonly Operation[], healingAt: number): number => {
  let row: Operation[] = [];
  for (const operation of operations.filter(({ invokedAt }) => invokedAt >= healingAt)) {
    row = isFailure(operation) ? [] : [...row, operation];
    if (row.length === successesInRow) return (row[0]?.completedAt ?? Infinity) - healingAt;
  }
  return Infinity;
};
