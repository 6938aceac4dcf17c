import { setTimeout as wait } from 'node:timers/promises';
import { checkHistory } from './check.ts';
import type { Fault, Stage } from './faults.ts';
import { type Operation, type Violation, packageStore } from './history.ts';
import { findLostPackages } from './find-lost-packages.ts';
import { Recorder } from './recorder.ts';
import type { Fixture } from './fixture.ts';
import { violationOf } from './rules/violation.ts';
import { readAll, readLog, runWorkload } from './workload.ts';

/** So many in a row that did not fail are well again. */
const successesInRow = 20;
const pollMs = 20;
/** On a slow machine it takes a while until a caller needs what is away. */
const noticedMsMax = 30_000;

/** How a fault went: what is told of it, and every rule that was broken. */
export interface FaultResult {
  fault: string;
  requests: number;
  /** How many failed, by status, or by who did not answer. */
  failed: Readonly<Record<string, number>>;
  /** Breaches of which acknowledged writes are the victims. */
  lost: number;
  /** From the beginning of the repair to the first of the requests in a row that succeed. */
  recoveryMs: number;
  violations: readonly Violation[];
}

export interface FaultRun<Where extends Stage> {
  fault: Fault<Where>;
  stage: Where;
  fixture: Fixture;
  seed: number;
  readers: number;
  thinkMs?: number;
  /** So many requests before the fault, during it and after it, at the least. */
  requestsEach: number;
  stalenessMs: number;
}

/** Lets the fault happen and pass under load, then compares all that was asked and answered with the rules. */
export const runFault = async <Where extends Stage>(run: FaultRun<Where>): Promise<FaultResult> => {
  const { fault, stage, fixture, requestsEach, stalenessMs } = run;
  const recorder = new Recorder();
  const { operations } = recorder;
  const load = { over: false };
  const loaded = runWorkload({ ...run, recorder, isOver: () => load.over });
  const requests = async (isCounted: (operation: Operation) => boolean = () => true): Promise<void> => {
    const begin = operations.length;
    while (operations.slice(begin).filter(isCounted).length < requestsEach) await wait(pollMs);
  };

  const happen = async () => {
    await requests();
    const injectedAt = performance.now();
    await fault.inject(stage);
    const before = operations.length;
    await Promise.all([requests(), wait(fault.lastsMs)]);
    const isNoticed = (): boolean => fault.isHidden === true || operations.slice(before).some(isFailure);
    while (!isNoticed() && performance.now() - injectedAt < noticedMsMax) await wait(pollMs);
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

  await wait(fixture.urls.length > 1 ? stalenessMs : 0);
  const lostPackages = await findLostPackages(fixture);
  const ownViolations = await fault.judge?.(stage, fixture);
  await readAll(fixture, recorder);
  const log = await readLog(fixture);
  const violations = [
    ...checkHistory({ operations, log }, stalenessMs),
    ...lostPackages,
    ...(ownViolations ?? []),
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

/** What a server had no part in is counted and not judged. */
const isOfServer = ({ process }: Operation): boolean => process !== packageStore;
const isFailure = ({ outcome }: Operation): boolean => outcome === 'unknown';

const badFailure = violationOf('a fault is answered with 503 and Retry-After');

const findBadFailures = (
  operations: readonly Operation[],
  { cutsConnections }: Pick<Fault<never>, 'cutsConnections'>,
  injectedAt: number,
): Violation[] =>
  operations
    .filter((operation) => isFailure(operation) && isOfServer(operation))
    .filter(({ status, hasRetryAfter, completedAt }) => {
      // Where the machine has too little to give, a write is told to come back also without any fault.
      const isExpected = cutsConnections && completedAt >= injectedAt;
      return status === undefined ? !isExpected : status !== 503 || hasRetryAfter !== true;
    })
    .map((operation) =>
      badFailure(`${operation.kind} failed with ${operation.status ?? 'no answer'}`, operation),
    );

const countFailures = (operations: readonly Operation[]): Record<string, number> => {
  const failed = Object.groupBy(
    operations.filter(isFailure),
    (operation) => operation.status ?? (isOfServer(operation) ? 'a killed process' : packageStore),
  );
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
