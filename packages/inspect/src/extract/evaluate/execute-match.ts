import type { MatchArm, MatchStatement } from '../syntax/syntax.ts';
import { valuesEqual } from '../values/values-equal.ts';
import type { Scope, Value } from '../values/value.ts';
import { executeAlternatives } from './execute-alternatives.ts';
import type { Completion, Interpreter } from './interpreter.ts';

/** Runs the arm that Python runs, or as alternatives all that it may run. */
export const executeMatch = (
  run: Interpreter,
  { subject, arms }: MatchStatement,
  scope: Scope,
): Completion => {
  const value = run.evaluate(subject, scope);
  const possible: MatchArm['body'][] = [];
  for (const arm of arms) {
    const isTaken = isMatch(run, value, arm, scope);
    if (isTaken === false) continue;
    possible.push(arm.body);
    if (isTaken === true) return runOneOf(run, possible, scope);
  }
  return runOneOf(run, [...possible, []], scope);
};

const runOneOf = (run: Interpreter, [first = [], ...others]: MatchArm['body'][], scope: Scope): Completion =>
  others.length === 0
    ? run.execute(first, scope)
    : executeAlternatives(
        run,
        scope,
        [first, ...others].map((body) => () => run.execute(body, scope)),
      );

/** Undefined if only running the code could tell. */
const isMatch = (
  run: Interpreter,
  subject: Value,
  { literals, isGuarded }: MatchArm,
  scope: Scope,
): boolean | undefined => {
  if (literals === undefined) return undefined;
  const equal = literals.map(
    (literal) => literal === 'any' || valuesEqual(subject, run.evaluate(literal, scope)),
  );
  if (equal.every((one) => one === false)) return false;
  return equal.includes(true) && !isGuarded ? true : undefined;
};
