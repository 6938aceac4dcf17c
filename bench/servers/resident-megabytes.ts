import { processTree, readIfThere } from './process-tree.ts';

const kibPerMib = 1_024;

/** The resident memory of a process and its descendants in MiB; pages that they share count for each. */
export const residentMegabytes = (pid: number): number =>
  processTree(pid).reduce((sum, each) => {
    const [, kib = '0'] = /^VmRSS:\s+(\d+)/m.exec(readIfThere(`/proc/${each}/status`)) ?? [];
    return sum + Number(kib) / kibPerMib;
  }, 0);
