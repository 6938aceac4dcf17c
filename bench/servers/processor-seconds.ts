import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths on every machine (https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html). */
const ticksPerSecond = 100;

interface Process {
  parent: number;
  ticks: number;
}

/** The processor time that a process and its descendants have used. Undefined if the system does not report it. */
export const processorSeconds = (pid: number): number | undefined => {
  if (process.platform !== 'linux') return undefined;
  const processes = new Map(readdirSync('/proc').filter(isNumber).flatMap(readProcess));
  const isBelow = (candidate: number): boolean =>
    candidate === pid || (candidate > 1 && isBelow(processes.get(candidate)?.parent ?? 0));
  let ticks = 0;
  for (const [candidate, process] of processes) if (isBelow(candidate)) ticks += process.ticks;
  return ticks / ticksPerSecond;
};

const isNumber = (name: string): boolean => /^\d+$/.test(name);

const readProcess = (pid: string): [number, Process][] => {
  try {
    // The second field is a name in brackets that may contain anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number);
    const at = (field: number) => fields[field - 3] ?? 0;
    // Its own time, and that of its ended children.
    return [[Number(pid), { parent: at(4), ticks: at(14) + at(15) + at(16) + at(17) }]];
  } catch {
    return [];
  }
};
