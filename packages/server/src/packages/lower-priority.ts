import { readdirSync } from 'node:fs';
import { constants, getPriority, setPriority } from 'node:os';
import { familyOf } from './family-of.ts';
import type { Priority } from './priority.ts';
import { runSystemProgram } from './run-system-program.ts';

const { PRIORITY_BELOW_NORMAL, PRIORITY_LOW } = constants.priority;

/**
 * Takes from all threads of a process, and of what it started, the share that the priority does not have. Throws if the
 * process has ended. On systems without the idle class, or without the program that sets it, `spare` is as `low`.
 */
export const lowerPriority = async (pid: number, priority: Exclude<Priority, 'equal'>): Promise<void> => {
  const family = process.platform === 'linux' ? familyOf(pid) : [pid];
  // A tenth of the share of this process: https://man7.org/linux/man-pages/man7/sched.7.html
  const niceness = Math.min(getPriority() + PRIORITY_BELOW_NORMAL, PRIORITY_LOW);
  for (const thread of family.flatMap(threadsOf)) setPriority(thread, niceness);
  if (priority === 'spare' && (await hasIdleClass())) {
    for (const each of family) {
      await runSystemProgram(['chrt', '--all-tasks', '--idle', '--pid', '0', String(each)]);
    }
  }
};

/** Linux keeps a niceness for each thread, other systems one for the process. */
const threadsOf = (pid: number): number[] =>
  process.platform === 'linux' ? readdirSync(`/proc/${pid}/task`).map(Number) : [pid];

let idleClass: Promise<boolean> | undefined;

const hasIdleClass = (): Promise<boolean> =>
  (idleClass ??= runSystemProgram(['chrt', '--idle', '0', 'true']).then(
    () => true,
    () => false,
  ));
