// Loaded into the server before its own code, so that its event loop can be watched from outside.
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** How the main thread of the server fared since the last question, in milliseconds. */
export interface LoopDelay {
  /** By how much the event loop came late, over what it slept anyway. */
  p99: number;
  max: number;
  /** How long it was ready to run and all processors were taken; 0 where the system does not say. */
  queued: number;
}

const resolutionMs = 1;
const histogram = monitorEventLoopDelay({ resolution: resolutionMs });
histogram.enable();

const late = (ns: number): number => Math.max(0, ns / 1e6 - resolutionMs);

/** Linux: https://docs.kernel.org/scheduler/sched-stats.html */
const queuedMs = (): number => {
  try {
    return Number(readFileSync('/proc/self/schedstat', 'utf8').split(' ')[1]) / 1e6;
  } catch {
    return 0;
  }
};

let queuedBefore = queuedMs();
process.on('message', () => {
  const queued = queuedMs();
  const delay: LoopDelay = {
    p99: late(histogram.percentile(99)),
    max: late(histogram.max),
    queued: queued - queuedBefore,
  };
  histogram.reset();
  queuedBefore = queued;
  process.send?.(delay);
});
process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
