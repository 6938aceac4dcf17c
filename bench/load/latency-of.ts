import type { Latency } from './load.ts';

/** The percentiles of latencies in milliseconds; of none, zeros. */
export const latencyOf = (latencies: readonly number[]): Latency => {
  const sorted = Float64Array.from(latencies).sort();
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), p999: at(0.999), max: at(1) };
};
