import { isDeepStrictEqual } from 'node:util';
import type { Evidence } from '../evidence.ts';
import type { Violation } from '../history.ts';
import { violationOf } from './violation.ts';

const violation = violationOf('the log is dense and never changes');

/** The numbers of the log are 1, 2, 3 …, and every part that was read still reads the same. */
export const logIsDense = ({ log, operations }: Evidence): Violation[] => [
  ...log
    .filter(({ seq }, index) => seq !== index + 1)
    .slice(0, 1)
    .map(({ seq }) => violation(`the log has no unbroken order at ${seq}`)),
  ...operations.flatMap((operation) => {
    const [first, ...rest] = operation.changes ?? [];
    if (first === undefined) return [];
    const asRead = [first, ...rest];
    const asItIs = log.slice(first.seq - 1, first.seq - 1 + asRead.length);
    return isDeepStrictEqual(asRead, asItIs)
      ? []
      : [violation(`from ${first.seq} on the log read otherwise than it says at the end`, operation)];
  }),
];
