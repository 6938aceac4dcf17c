import type { Repaired } from './check.ts';
import type { Findings } from './examine.ts';

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
