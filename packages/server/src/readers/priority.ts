import { execFile } from 'node:child_process';
import { constants, setPriority } from 'node:os';

/**
 * How a process stands among all that want a processor. `spare`: it runs on what is left idle, and gives way at once;
 * `low`: it gets a tenth of what the others get.
 */
export type Priority = 'spare' | 'low';

/** To be called as soon as the process has begun: its threads inherit what it has when they begin. */
export const setProcessPriority = (pid: number, priority: Priority): void => {
  setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  if (priority === 'low') return;
  // Linux has a class for it, that Node.js cannot name; where there is none, the low priority has to do.
  execFile('chrt', ['--all-tasks', '--idle', '--pid', '0', String(pid)], () => undefined);
};
