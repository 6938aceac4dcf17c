import type { Latencies } from './sender.ts';

/** How the server is at one moment, and how its answers were since the one before. Sizes are in bytes. */
export interface Sample {
  /** Since the soak began. */
  seconds: number;
  resident: number;
  /** The least of the interval: what a collection of garbage leaves. */
  heap: number;
  external: number;
  responseCache: number;
  handles: number;
  files: number;
  connections: number;
  jobsWaiting: number;
  database: number;
  writeAheadLog: number;
  packages: number;
  serverLog: number;
  /** Since the server has data, not since the soak began. */
  changes: number;
  packagesStored: number;
  requests: number;
  latencies: Latencies;
}
