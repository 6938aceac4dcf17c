import { readFileSync } from 'node:fs';

/** The ids of a process and of all that it started, where the system tells. Throws where it does not. */
export const familyOf = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(familyOf)];

/** Of its first thread: what starts a reader has no other. */
const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').split(' ').filter(Boolean).map(Number);
