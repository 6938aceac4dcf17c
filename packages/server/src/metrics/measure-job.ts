import type { JobHandler } from '../jobs/job.ts';
import type { Metrics } from './metrics.ts';

/** The job handler with a counter and a timer. */
export const measureJob =
  (metrics: Metrics, kind: string, handler: JobHandler): JobHandler =>
  async (job) => {
    const begun = performance.now();
    let outcome = 'failed';
    try {
      const again = await handler(job);
      outcome = again === undefined ? 'done' : 'again';
      return again;
    } finally {
      metrics.count('jobRuns', { kind, outcome });
      metrics.observe('jobSeconds', (performance.now() - begun) / 1_000, { kind });
    }
  };
