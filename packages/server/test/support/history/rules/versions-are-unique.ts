import { type Evidence, askersOf } from '../evidence.ts';
import type { Operation, Violation } from '../history.ts';
import { numberOf, stateBefore } from '../timeline.ts';
import { violationOf } from './violation.ts';

const violation = violationOf('no duplicate version');

/** A number that is taken is given to nobody else, and no two numbers share an id. */
export const versionsAreUnique = (evidence: Evidence): Violation[] => {
  const { log, operations, timelines } = evidence;
  const twice = log
    .filter(({ action }) => action === 'version.published')
    .flatMap((change) => {
      const number = numberOf(change);
      const before = stateBefore(timelines, number, change.seq);
      const message = `change ${change.seq} gives ${number} away, which was ${JSON.stringify(before)}`;
      return before.status === 'taken' ? [violation(message, ...askersOf(evidence, change))] : [];
    });
  const owners = new Map<unknown, { subject: string; operation: Operation }>();
  const shared = operations.flatMap((operation) =>
    operation.observations.flatMap(({ subject, values }) => {
      const id = values?.['id'];
      if (id === undefined || !subject.startsWith('number:')) return [];
      const owner = owners.get(id) ?? { subject, operation };
      owners.set(id, owner);
      return owner.subject === subject
        ? []
        : [
            violation(
              `${JSON.stringify(id)} is both ${owner.subject} and ${subject}`,
              owner.operation,
              operation,
            ),
          ];
    }),
  );
  return [...twice, ...shared];
};
