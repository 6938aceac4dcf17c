import { readFile, readdir } from 'node:fs/promises';

/** Linux counts in hundredths of a second on every machine: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html */
const msPerTick = 10;
const bytesPerPage = 4_096;

/** A process and its descendants. Undefined where the system does not tell. */
export const treeOf = async (pid: number): Promise<number[] | undefined> => {
  const children = await childrenOf(pid);
  if (children === undefined) return undefined;
  const below = await Promise.all(children.map((child) => treeOf(child)));
  return [pid, ...below.flatMap((tree) => tree ?? [])];
};

/** The processor time that these processes have used. */
export const processorMsOf = (pids: readonly number[]): Promise<number> => sumOf(pids, processorMsOfOne);

/** The resident memory of a process and its descendants, shared memory included, in bytes. Undefined as above. */
export const memoryOf = async (pid: number): Promise<number | undefined> => {
  const pids = await treeOf(pid);
  return (
    pids && sumOf(pids, async (each) => Number((await read(each, 'statm')).split(' ')[1]) * bytesPerPage)
  );
};

/** Without those that have ended. */
const sumOf = async (pids: readonly number[], measure: (pid: number) => Promise<number>): Promise<number> => {
  const all = await Promise.all(pids.map((pid) => unlessEnded(() => measure(pid))));
  return all.reduce<number>((sum, each) => sum + (each ?? 0), 0);
};

/** Its own time, and that of the children that ended. */
const processorMsOfOne = async (pid: number): Promise<number> => {
  const stat = await read(pid, 'stat');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return msPerTick * [14, 15, 16, 17].reduce((sum, field) => sum + Number(fields[field - 3]), 0);
};

/** Those of all its threads. */
const childrenOf = async (pid: number): Promise<number[] | undefined> => {
  const threads = await unlessEnded(() => readdir(`/proc/${pid}/task`));
  const lists =
    threads &&
    (await Promise.all(threads.map((thread) => unlessEnded(() => read(pid, `task/${thread}/children`)))));
  return lists?.flatMap((list) => list?.split(' ').filter(Boolean).map(Number) ?? []);
};

const read = (pid: number, name: string): Promise<string> => readFile(`/proc/${pid}/${name}`, 'latin1');

/** Undefined if the process has ended, or this is not Linux. */
const unlessEnded = async <Result>(look: () => Promise<Result>): Promise<Result | undefined> => {
  try {
    return await look();
  } catch (error) {
    if (/^(?:ENOENT|ESRCH)$/.test((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
};
