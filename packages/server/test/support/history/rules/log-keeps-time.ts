import type { Evidence } from '../evidence.ts';
import type { Operation, Violation } from '../history.ts';
import { violationOf } from './violation.ts';

const violation = violationOf('the log keeps the order of time');

/** What was acknowledged before another request was sent comes before it in the log. */
export const logKeepsTime = ({ applied }: Evidence): Violation[] => {
  let latest: Operation | undefined;
  return applied
    .toSorted((a, b) => a.seq - b.seq)
    .flatMap(({ operation, seq }) => {
      const earlierInLog = latest;
      if (latest === undefined || operation.invokedAt > latest.invokedAt) latest = operation;
      const isLate =
        operation.outcome === 'acknowledged' &&
        earlierInLog !== undefined &&
        operation.completedAt < earlierInLog.invokedAt;
      return isLate
        ? [
            violation(
              `change ${seq} was acknowledged before the request of an earlier one was sent`,
              operation,
              earlierInLog,
            ),
          ]
        : [];
    });
};
