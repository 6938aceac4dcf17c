import { readFileSync, readdirSync } from 'node:fs';

/** The processes that one started, by `/proc`; none where the system does not tell. */
export const childrenOf = (pid: number): number[] =>
  listIfThere(`/proc/${pid}/task`).flatMap((thread) =>
    readIfThere(`/proc/${pid}/task/${thread}/children`).split(' ').filter(Boolean).map(Number),
  );

/** A process and all of its descendants. */
export const processTree = (pid: number): number[] => [pid, ...childrenOf(pid).flatMap(processTree)];

/** The text of a file of `/proc`; empty once its process has ended, and where the system has no such file. */
export const readIfThere = (path: string): string => unlessGone(() => readFileSync(path, 'latin1'), '');

const listIfThere = (path: string): string[] => unlessGone(() => readdirSync(path), []);

const unlessGone = <Result>(read: () => Result, otherwise: Result): Result => {
  try {
    return read();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ESRCH') return otherwise;
    throw error;
  }
};
