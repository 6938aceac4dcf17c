import { execFileSync } from 'node:child_process';

/** The resident memory of a process in MiB. */
export const residentMegabytes = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })) / 1_024;
