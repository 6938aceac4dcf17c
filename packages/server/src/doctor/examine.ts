import type { Engine } from '../store/engine.ts';
import type { ReadConnection } from '../store/store.ts';
import { type Check, type Examined, type Fault, type Repaired, faultsMax } from './check.ts';

/** What one check found. */
export interface Findings {
  check: Check;
  faults: Fault[];
  /** How many faults it found besides. */
  more: number;
}

interface Registry extends Omit<Examined, 'read' | 'engine' | 'now'> {
  engine: Examined['engine'] & Pick<Engine, 'reader' | 'atOneMoment'>;
  now: () => Date;
  /** Waits longer than anything takes that happens between the package store and the database. */
  pause: () => Promise<void>;
}

/**
 * Runs the checks and returns what each found. Checks of rows read one moment, and every fault must be found twice, so
 * that what a running server is doing does not count.
 */
export const examine = async (
  registry: Registry,
  checks: readonly Check[],
  onDone: (check: Check) => void = () => {},
): Promise<Findings[]> => {
  const first = await lookAt(registry, checks, onDone);
  const suspicious = first.filter(({ faults }) => faults.length > 0);
  if (suspicious.length === 0) return first;
  await registry.pause();
  const second = await lookAt(
    registry,
    suspicious.map(({ check }) => check),
    () => {},
  );
  return first.map((findings) =>
    confirm(
      findings,
      second.find(({ check }) => check === findings.check),
    ),
  );
};

const lookAt = async (
  registry: Registry,
  checks: readonly Check[],
  onDone: (check: Check) => void,
): Promise<Findings[]> => {
  const { engine } = registry;
  const run = async (of: Check['reads'], read: ReadConnection): Promise<Findings[]> => {
    const found: Findings[] = [];
    for (const check of checks.filter(({ reads }) => reads === of)) {
      found.push(await collect(check, { ...registry, read, now: registry.now() }));
      onDone(check);
    }
    return found;
  };
  const ofRows = await engine.atOneMoment((moment) => run('rows', moment));
  // To read packages takes long, and a database ends a transaction in which nothing happens.
  const ofPackages = await run('packages', engine.reader);
  return [...ofRows, ...ofPackages];
};

const collect = async (check: Check, examined: Examined): Promise<Findings> => {
  const findings: Findings = { check, faults: [], more: 0 };
  for await (const fault of check.find(examined)) {
    if (findings.faults.length < faultsMax) findings.faults.push(fault);
    else findings.more += 1;
  }
  return findings;
};

/** The faults that were found again, as they are now. */
const confirm = (first: Findings, second: Findings | undefined): Findings => {
  if (second === undefined) return first;
  const before = new Set(first.faults.map(({ subject }) => subject));
  const faults = second.faults.filter(({ subject }) => before.has(subject));
  return { check: first.check, faults, more: faults.length === 0 ? 0 : Math.min(first.more, second.more) };
};

/** By check and subject: what was done about the fault. */
export type Repairs = ReadonlyMap<string, string>;

export const repairKey = (check: string, subject: string): string => JSON.stringify([check, subject]);

/** Repairs every fault for which there is a repair, of each check as many as it allows. */
export const repair = async (registry: Repaired, found: readonly Findings[]): Promise<Repairs> => {
  const done = new Map<string, string>();
  for (const { check, faults } of found) {
    if (check.repair === undefined) continue;
    for (const { subject } of faults.slice(0, check.repairsMax)) {
      done.set(repairKey(check.name, subject), await check.repair(registry, subject));
    }
  }
  return done;
};
