import { readFileSync } from 'node:fs';
import { familyOf } from './family-of.ts';

/** Linux counts in hundredths of a second on every machine: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const msPerTick = 10;

/** The processor time that a process and its descendants have used. Undefined where the system does not tell. */
export const processorMsOf = (pid: number): number | undefined => {
  try {
    return familyOf(pid).reduce((sum, each) => sum + msPerTick * ticksOf(each), 0);
  } catch {
    return undefined;
  }
};

/** Its own time, and that of the children that ended. */
const ticksOf = (pid: number): number => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return [14, 15, 16, 17].reduce((sum, field) => sum + Number(fields[field - 3]), 0);
};
