import { gatherEvidence } from './evidence.ts';
import type { History, Violation } from './history.ts';
import { chainIsUnbroken } from './rules/chain-is-unbroken.ts';
import { logIsDense } from './rules/log-is-dense.ts';
import { logKeepsTime } from './rules/log-keeps-time.ts';
import { readsAreCurrent } from './rules/reads-are-current.ts';
import { versionsAreUnique } from './rules/versions-are-unique.ts';
import { writesAreInTheLog } from './rules/writes-are-in-the-log.ts';

/**
 * Compares what was asked and answered with the log. Returns every breach of a rule; none when all is well.
 * `stalenessMs` is how long a process may show what another one has already replaced.
 */
export const checkHistory = (history: History, stalenessMs: number): Violation[] => {
  const evidence = gatherEvidence(history);
  return [
    ...logIsDense(evidence),
    ...chainIsUnbroken(evidence),
    ...writesAreInTheLog(evidence),
    ...logKeepsTime(evidence),
    ...versionsAreUnique(evidence),
    ...readsAreCurrent(evidence, stalenessMs),
  ];
};
