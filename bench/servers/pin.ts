import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** The core of a process: the measured server has a core to itself, and so does the load generator. */
export type Core = 'server' | 'load' | 'any';

const cores: Readonly<Record<Core, string | undefined>> = { server: '0', load: '1', any: undefined };

/** Whether processes can be pinned to cores here. Otherwise they share them and the ratios are less precise. */
export const canPin = availableParallelism() > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0;

/** The command that runs `command` on that core, or on any core if processes cannot be pinned. */
export const pin = (core: Core, command: readonly [string, ...string[]]): readonly [string, ...string[]] => {
  const number = cores[core];
  return number === undefined || !canPin ? command : ['taskset', '-c', number, ...command];
};
