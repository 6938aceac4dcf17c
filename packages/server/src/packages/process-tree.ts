import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second on every machine: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const msPerTick = 10;
const bytesPerPage = 4_096;

/** The ids of a process and of all its descendants. Throws where the system does not tell. */
export const processTree = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(processTree)];

/** The processor time that a process and its descendants have used. Undefined where the system does not tell. */
export const processorMsOf = (pid: number): number | undefined => sumOf(pid, processorMsOfOne);

/** The resident memory of a process and its descendants, shared memory included, in bytes. Undefined as above. */
export const memoryOf = (pid: number): number | undefined =>
  sumOf(pid, (each) => Number(read(each, 'statm').split(' ')[1]) * bytesPerPage);

const sumOf = (pid: number, measure: (pid: number) => number): number | undefined => {
  try {
    return processTree(pid).reduce((sum, each) => sum + measure(each), 0);
  } catch (error) {
    // It has ended, or this is not Linux.
    if (/^(?:ENOENT|ESRCH)$/.test((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
};

/** Its own time, and that of the children that ended. */
const processorMsOfOne = (pid: number): number => {
  const stat = read(pid, 'stat');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return msPerTick * [14, 15, 16, 17].reduce((sum, field) => sum + Number(fields[field - 3]), 0);
};

/** Those of its first thread: the wrappers of a reader have no other, and the reader may start nothing. */
const childrenOf = (pid: number): number[] =>
  read(pid, `task/${pid}/children`).split(' ').filter(Boolean).map(Number);

const read = (pid: number, name: string): string => readFileSync(`/proc/${pid}/${name}`, 'latin1');
