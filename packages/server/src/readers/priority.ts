import { execFile } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/**
 * The scheduling class of a process. `spare` runs only on idle processors and yields at once; `low` gets a tenth of
 * the share of others.
 */
export type Priority = 'spare' | 'low';

/** Must be called as soon as the process starts, because its threads inherit the class when they start. */
export const setProcessPriority = (pid: number, priority: Priority): void => {
  setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  if (priority === 'low') return;
  // Linux has a class for this that Node.js cannot set. On other systems, the low priority must do.
  execFile('chrt', ['--all-tasks', '--idle', '--pid', '0', String(pid)], () => undefined);
};
