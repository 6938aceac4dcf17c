import type { Evidence } from '../evidence.ts';
import type { Operation, Violation } from '../history.ts';
import { violationOf } from './violation.ts';

const lost = violationOf('nothing acknowledged is lost');
const invented = violationOf('every change has its request');
const again = violationOf('nothing is applied twice');
const unexpected = violationOf('nothing is refused without a reason');

const judged = /^(node|version):/;
/** What the server records of a package in the transaction that stores it. */
const verdicts = ['version.checked', 'app-nodes.extracted'];

/** Each acknowledged write is a change, and each change of a node or version that a request made is a write. */
export const writesAreInTheLog = ({ log, operations, applied, missing }: Evidence): Violation[] => {
  const explained = new Map<number, Operation>();
  const changesOfWrites = new Map<object, number[]>();
  for (const { operation, write, seq } of applied) {
    if (operation.outcome !== 'refused') explained.set(seq, operation);
    changesOfWrites.set(write, [...(changesOfWrites.get(write) ?? []), seq]);
  }
  const uploads = new Set(
    log
      .filter(({ seq, action }) => action === 'package.stored' && explained.has(seq))
      .map(({ request_id, subject }) => `${request_id} ${subject}`),
  );
  const unanswered = new Set(
    operations
      .filter(({ outcome }) => outcome === 'unknown')
      .flatMap(({ writes }) => writes.map(({ subject }) => subject)),
  );
  return [
    ...missing.map(({ operation, write }) =>
      lost(
        `${operation.kind} was acknowledged and ${write.subject} ${JSON.stringify(write.values)} is not in the log`,
        operation,
      ),
    ),
    ...log
      .filter(
        ({ seq, subject, request_id }) =>
          request_id !== undefined && judged.test(subject) && !explained.has(seq),
      )
      .filter(
        ({ action, request_id, subject }) =>
          !verdicts.includes(action) || !uploads.has(`${request_id} ${subject}`),
      )
      // A change without a value of its own, as a deletion is, can be that of any unanswered request.
      .filter(({ subject }) => !unanswered.has(subject))
      .map(({ seq, action, subject }) =>
        invented(`nobody who was heard asked for change ${seq} (${action} of ${subject})`),
      ),
    ...applied
      .filter(({ write, seq }) => (changesOfWrites.get(write)?.[0] ?? seq) < seq)
      .map(({ operation, write }) => again(`${write.subject} was changed twice by one request`, operation)),
    ...operations
      .filter(({ outcome, error, refusals }) => outcome === 'refused' && !refusals.includes(error ?? ''))
      .map((operation) =>
        unexpected(`${operation.kind} was refused as ${operation.error ?? operation.status}`, operation),
      ),
  ];
};
