import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** Where a process runs: what is measured has a core to itself, and whoever measures another one. */
export type Core = 'server' | 'load' | 'any';

const cores: Readonly<Record<Core, string | undefined>> = { server: '0', load: '1', any: undefined };

/** Whether processes can be bound to cores here; without, they share them and the ratios are softer. */
export const canPin = availableParallelism() > 1 && spawnSync('taskset', ['-c', '0', 'true']).status === 0;

/** The command that runs `command` on that core, or anywhere where processes cannot be bound. */
export const pin = (core: Core, command: readonly [string, ...string[]]): readonly [string, ...string[]] => {
  const number = cores[core];
  return number === undefined || !canPin ? command : ['taskset', '-c', number, ...command];
};
