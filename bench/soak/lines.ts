import type { Sample } from './sample.ts';

/** One figure over time. */
export interface Line {
  name: string;
  unit: string;
  of: (sample: Sample) => number;
  /** What it may grow with: the line is then the growth for each one of these, over a fifth of the time. */
  per?: (sample: Sample) => number;
  /** By so much a server may vary without growing, in `unit`. */
  tolerance: number;
}

const mebibyte = 2 ** 20;
const kibibyte = 2 ** 10;

export const lines: readonly Line[] = [
  { name: 'resident memory', unit: 'MiB', of: ({ resident }) => resident / mebibyte, tolerance: 16 },
  {
    name: 'heap without the response cache',
    unit: 'MiB',
    of: ({ heap, responseCache }) => (heap - responseCache) / mebibyte,
    tolerance: 8,
  },
  { name: 'external memory', unit: 'MiB', of: ({ external }) => external / mebibyte, tolerance: 8 },
  { name: 'handles and requests of the runtime', unit: '', of: ({ handles }) => handles, tolerance: 10 },
  { name: 'open files', unit: '', of: ({ files }) => files, tolerance: 10 },
  { name: 'connections', unit: '', of: ({ connections }) => connections, tolerance: 10 },
  { name: 'jobs waiting', unit: '', of: ({ jobsWaiting }) => jobsWaiting, tolerance: 10 },
  {
    name: 'database for each change',
    unit: 'KiB',
    of: ({ database }) => database / kibibyte,
    per: ({ changes }) => changes,
    tolerance: 0.5,
  },
  { name: 'write-ahead log', unit: 'MiB', of: ({ writeAheadLog }) => writeAheadLog / mebibyte, tolerance: 8 },
  {
    name: 'package files for each package',
    unit: 'KiB',
    of: ({ packages }) => packages / kibibyte,
    per: ({ packagesStored }) => packagesStored,
    tolerance: 2,
  },
  {
    name: 'server log for each request',
    unit: 'B',
    of: ({ serverLog }) => serverLog,
    per: ({ requests }) => requests,
    tolerance: 10,
  },
  { name: 'read, median', unit: 'ms', of: ({ latencies }) => latencies.read.p50, tolerance: 0.5 },
  { name: 'read, 99th percentile', unit: 'ms', of: ({ latencies }) => latencies.read.p99, tolerance: 5 },
  { name: 'write, median', unit: 'ms', of: ({ latencies }) => latencies.write.p50, tolerance: 2 },
  { name: 'write, 99th percentile', unit: 'ms', of: ({ latencies }) => latencies.write.p99, tolerance: 20 },
];
