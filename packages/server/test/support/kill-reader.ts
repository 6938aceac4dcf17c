import { readFileSync } from 'node:fs';
import type { Chance } from './history/chance.ts';
import { until } from './until.ts';

/**
 * Kills one of the processes in which this server reads packages, and waits until it is gone. Returns whether there was
 * one; there is none where the system does not list the children of a process.
 */
export const killReader = async (serverPid: number, chance: Chance): Promise<boolean> => {
  const reader = chance.pickAny(youngestBelow(serverPid));
  if (reader === undefined || !signal(reader, 'SIGKILL')) return false;
  await until(() => !signal(reader, 0));
  return true;
};

/** As `killReader`, for all of them. */
export const killReaders = async (serverPid: number): Promise<boolean> => {
  const killed = youngestBelow(serverPid).filter((reader) => signal(reader, 'SIGKILL'));
  await until(() => !killed.some((reader) => signal(reader, 0)));
  return killed.length > 0;
};

/** Returns whether there still is such a process. */
const signal = (pid: number, name: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
};

/** The descendants of a process that have no children. */
const youngestBelow = (pid: number): number[] =>
  childrenOf(pid).flatMap((child) => {
    const below = youngestBelow(child);
    return below.length > 0 ? below : [child];
  });

const childrenOf = (pid: number): number[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
      .trim()
      .split(' ')
      .filter(Boolean)
      .map(Number);
  } catch {
    return [];
  }
};
