import { createContext, runInContext } from 'node:vm';

/** By how much the clock time of each attempt is multiplied, because other processes may use the processors. */
const patience = [1, 4, 16];

/** The result of `work`, which must be synchronous. Throws if it takes longer in processor time, approximately. */
export const withinTime = <Result>(work: () => Result, ms: number): Result => {
  const context = createContext({ work });
  for (const factor of patience) {
    const begun = process.cpuUsage();
    try {
      // The only way to stop code that never yields, other than ending the process.
      return runInContext('work()', context, { timeout: ms * factor }) as Result;
    } catch (error) {
      const { user, system } = process.cpuUsage(begun);
      const isStarved = isTimeout(error) && user + system < (ms / 2) * 1_000;
      if (!isStarved) throw error;
    }
  }
  throw new Error(`it took more than ${ms} ms`);
};

const isTimeout = (error: unknown): boolean =>
  (error as { code?: unknown }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
