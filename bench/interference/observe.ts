// Loaded into the server before its own code, to observe its event loop from outside.
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The state of the server's main thread since the last message, in milliseconds. */
export interface LoopDelay {
  /** How late the event loop was beyond its sleep. */
  p99: number;
  max: number;
  /** How long the thread was ready to run while all processors were busy; 0 if the system does not report it. */
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
