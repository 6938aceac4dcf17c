import { isStorageAway } from '../errors.ts';
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
 * Runs the checks and returns what each found. A check of rows reads one moment, and every fault must be found twice, so
 * that what a running server is doing does not count. Rejects if the database or the package store is away.
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
  const found: Findings[] = [];
  for (const check of checks) {
    const findings: Findings = { check, faults: [], more: 0 };
    const look = (read: ReadConnection) => collect(findings, { ...registry, read, now: registry.now() });
    try {
      // A moment for each, because PostgreSQL refuses all statements after one that failed. To read packages takes long,
      // and a database ends a transaction in which nothing happens.
      await (check.reads === 'rows' ? engine.atOneMoment(look) : look(engine.reader));
    } catch (error) {
      const message = `It could not be done to its end: ${explain(error, engine)}. Repair what other checks name, and run the doctor again.`;
      findings.faults.push({ subject: subjectOf(check), message });
    }
    found.push(findings);
    onDone(check);
  }
  return found;
};

/** Adds what the check finds. */
const collect = async (findings: Findings, examined: Examined): Promise<void> => {
  for await (const fault of findings.check.find(examined)) {
    if (findings.faults.length < faultsMax) findings.faults.push(fault);
    else findings.more += 1;
  }
};

/** Of a check that could not be done. */
const subjectOf = ({ name }: Check): string => `check:${name}`;

/** Why something failed, as JSON, because it may quote a stranger. Throws the error if the storage is away. */
const explain = (error: unknown, engine: Examined['engine']): string => {
  if (isStorageAway(error) || engine.isUnavailable(error)) throw error;
  return JSON.stringify(error instanceof Error ? error.message : String(error));
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

/** Tries to repair every fault for which there is a repair, of each check as many as it allows. */
export const repair = async (registry: Repaired, found: readonly Findings[]): Promise<Repairs> => {
  const done = new Map<string, string>();
  for (const { check, faults } of found) {
    if (check.repair === undefined) continue;
    const repairable = faults.filter(({ subject }) => subject !== subjectOf(check));
    for (const { subject } of repairable.slice(0, check.repairsMax)) {
      const what = await check
        .repair(registry, subject)
        .catch((error: unknown) => `tried: ${explain(error, registry.store.engine)}`);
      done.set(repairKey(check.name, subject), what);
    }
  }
  return done;
};
