import type { Scope } from '../values/value.ts';
import type { Statement } from '../syntax/syntax.ts';
import { isLoose, perhapsOf } from '../values/loose-members.ts';
import { makeUnknown } from '../values/make-values.ts';
import { truthOf } from '../values/truth-of.ts';
import { assignTarget } from './assign-target.ts';
import { executeAlternatives } from './execute-alternatives.ts';
import type { Completion, Interpreter } from './interpreter.ts';

type Kind<K extends Statement['kind']> = Extract<Statement, { kind: K }>;

/**
 * A loop over known items runs once for each. A loop over an unknown source may run or not: its body runs once, for an
 * unknown item.
 */
export const executeFor = (run: Interpreter, loop: Kind<'for'>, scope: Scope): Completion => {
  const source = run.evaluate(loop.iterable, scope);
  const items = run.iterate(source);
  if (items === undefined) {
    const item = makeUnknown(run.sourceOf(loop.target, scope));
    return mayRun(run, scope, () => {
      assignTarget(run, loop.target, item, scope);
      return run.execute(loop.body, scope);
    });
  }
  // A loop that appends to its own list must end here.
  for (const item of items.slice()) {
    run.budget.spend(1);
    const pass = () => {
      assignTarget(run, loop.target, perhapsOf(item), scope);
      return run.execute(loop.body, scope);
    };
    const completion = isLoose(item) ? mayRun(run, scope, pass) : pass();
    if (completion === 'break') return 'normal';
    if (completion === 'return' || completion === 'raise') return completion;
  }
  return run.execute(loop.otherwise, scope);
};

/** A loop that may have ended is not run again, because it might never end here. */
export const executeWhile = (run: Interpreter, loop: Kind<'while'>, scope: Scope): Completion => {
  for (;;) {
    run.budget.spend(1);
    const truth = truthOf(run.evaluate(loop.test, scope));
    if (truth === undefined) return mayRun(run, scope, () => run.execute(loop.body, scope));
    if (!truth) return run.execute(loop.otherwise, scope);
    run.mayHaveLeft = false;
    const completion = run.execute(loop.body, scope);
    if (completion === 'break' || run.mayHaveLeft) return 'normal';
    if (completion === 'return' || completion === 'raise') return completion;
  }
};

const mayRun = (run: Interpreter, scope: Scope, body: () => Completion): Completion => {
  const completion = executeAlternatives(run, scope, [body, () => 'normal']);
  return completion === 'return' || completion === 'raise' ? completion : 'normal';
};
