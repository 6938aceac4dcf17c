import type { Scope } from '../values/value.ts';
import type { Handler, Statement } from '../syntax/syntax.ts';
import { makeUnknown } from '../values/make-values.ts';
import { executeAlternatives } from './execute-alternatives.ts';
import type { Completion, Interpreter } from './interpreter.ts';
import { bind } from './scope.ts';

type TryStatement = Extract<Statement, { kind: 'try' }>;

/**
 * The body is assumed to succeed, and its handlers are possible as well. If the body certainly raises, only the
 * handlers run.
 */
export const executeTry = (run: Interpreter, statement: TryStatement, scope: Scope): Completion => {
  const completion = executeBody(run, statement, scope);
  const last = run.execute(statement.finally, scope);
  return last === 'normal' ? completion : last;
};

const executeBody = (run: Interpreter, statement: TryStatement, scope: Scope): Completion => {
  const { body, handlers, otherwise } = statement;
  const attempt = (): Completion => {
    const completion = run.execute(body, scope);
    return completion === 'normal' ? run.execute(otherwise, scope) : completion;
  };
  if (handlers.length === 0) return attempt();
  const asHoped = (): Completion => {
    // The optional parts of a package count as present, so their entries are certain.
    run.uncertainty -= 1;
    run.guards += 1;
    try {
      return attempt();
    } finally {
      run.guards -= 1;
      run.uncertainty += 1;
    }
  };
  return executeAlternatives(run, scope, branches(run, asHoped, handlers, scope), true);
};

/** If all of the body is known and nothing in it raised, no handler runs. */
const branches = function* (
  run: Interpreter,
  asHoped: () => Completion,
  handlers: Handler[],
  scope: Scope,
): Iterable<() => Completion> {
  const before = run.doubts;
  let hasRaised = false;
  yield () => {
    const completion = asHoped();
    hasRaised = completion === 'raise';
    return completion;
  };
  if (!hasRaised && run.doubts === before) return;
  for (const handler of handlers) yield () => rescue(run, handler, scope);
};

const rescue = (run: Interpreter, handler: Handler, scope: Scope): Completion => {
  if (handler.name !== undefined) bind(run, scope, handler.name, makeUnknown(handler.name));
  return run.execute(handler.body, scope);
};
