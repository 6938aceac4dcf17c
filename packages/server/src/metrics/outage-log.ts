import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

const lookEveryMs = 1_000;
/** Without a failure, until an outage is over: a disk that is full, or a database that may only read, answers the looks. */
const quietMs = 10_000;

export interface Outages {
  /** Whether an error, or one of its causes, says that the database or the package store is away. */
  isAway: (error: unknown) => boolean;
  /** Rejects unless both answer. */
  look: () => Promise<void>;
  /** Gets each failure, whether the log has a line for it or not. */
  onFailure: () => void;
  /** Ends the looking, with the server. */
  signal: AbortSignal;
  now: () => Date;
}

/**
 * The log, in which an outage of the storage is two lines: its first failure with the cause, and its end. The failures
 * between are counted. Anything else is logged as ever.
 */
export const logOutages = (
  log: FastifyBaseLogger,
  { isAway, look, onFailure, signal, now }: Outages,
): FastifyBaseLogger => {
  let failures: number | undefined;
  let lastAt = 0;
  const noteFailure = (): void => {
    lastAt = now().getTime();
  };
  const waitForEnd = async (): Promise<void> => {
    const begun = lastAt;
    const isOver = async (): Promise<boolean> => {
      await look().catch(noteFailure);
      // A clock that is set back must not make it last.
      return Math.abs(now().getTime() - lastAt) >= quietMs;
    };
    while (!signal.aborted && !(await isOver())) await wait(lookEveryMs, undefined, { ref: false });
    if (signal.aborted) return;
    const seconds = Math.max(0, Math.round((lastAt - begun) / 1_000));
    log.warn({ failures, seconds }, 'the storage answers; its failures until then were counted');
    failures = undefined;
  };
  /** Whether the failure is one of an outage that has its line already. */
  const isKnown = (line: unknown): boolean => {
    if (typeof line !== 'object' || line === null || !('err' in line) || !isAway(line.err)) return false;
    onFailure();
    noteFailure();
    if (failures !== undefined) {
      failures += 1;
      return true;
    }
    failures = 1;
    void waitForEnd();
    return false;
  };
  const outer = log.child({});
  const error: (...line: unknown[]) => void = log.error;
  // Inherited by the logger of each request, which is a child.
  outer.error = function (this: FastifyBaseLogger, line: unknown, ...rest: unknown[]) {
    if (!isKnown(line)) Reflect.apply(error, this, [line, ...rest]);
  };
  return outer;
};
