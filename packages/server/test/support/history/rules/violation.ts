import type { Operation, Violation } from '../history.ts';

/** Names the rule once, for all that is found against it. */
export const violationOf =
  (rule: string) =>
  (message: string, ...operations: readonly Operation[]): Violation => ({ rule, message, operations });
