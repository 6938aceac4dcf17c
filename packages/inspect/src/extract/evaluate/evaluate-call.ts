import type { Argument, Expression } from '../syntax/syntax.ts';
import { makeList } from '../values/make-values.ts';
import { viewVariables } from '../values/view-variables.ts';
import { isKind, type CallArguments, type Value, type Scope } from '../values/value.ts';
import type { Interpreter } from './interpreter.ts';
import { orRaise } from './python-raise.ts';
import { moduleScope } from './scope.ts';

type CallExpression = Extract<Expression, { kind: 'call' }>;

/** A call, including the few built-ins that use the scope of their caller. */
export const evaluateCall = (run: Interpreter, expression: CallExpression, scope: Scope): Value => {
  const callee = run.evaluate(expression.callee, scope);
  if (expression.arguments.length === 0 && isKind(callee, 'builtin')) {
    const seen = scopeFunctions[callee.name]?.(scope);
    if (seen !== undefined) return seen;
  }
  const given = evaluateArguments(run, expression.arguments, scope);
  return orRaise(run, run.call(callee, given, run.sourceOf(expression, scope)));
};

export const evaluateArguments = (run: Interpreter, list: Argument[], scope: Scope): CallArguments => {
  const given: CallArguments = { positional: [], keywords: new Map() };
  for (const argument of list) addArgument(run, given, argument, run.evaluate(argument.value, scope));
  return given;
};

const addArgument = (
  run: Interpreter,
  given: CallArguments,
  { kind, name }: Argument,
  value: Value,
): void => {
  if (kind === 'positional') given.positional.push(value);
  else if (kind === 'keyword') given.keywords.set(name, value);
  else if (kind === 'spread') {
    const items = run.iterate(value) ?? [value];
    run.budget.spend(items.length);
    for (const item of items) given.positional.push(item);
  } else if (isKind(value, 'dict')) {
    run.budget.spend(value.entries.size);
    for (const entry of value.entries.values()) {
      if (typeof entry.key === 'string') given.keywords.set(entry.key, entry.value);
    }
  }
};

const viewScope = (scope: Scope): Value => viewVariables({ born: scope.born, names: scope.variables });

/** `super()` of the method of this scope; undefined outside of methods. */
const makeSuper = (scope: Scope): Value | undefined => {
  for (let at: Scope | undefined = scope; at !== undefined; at = at.parent) {
    if (at.owner !== undefined && at.receiver !== undefined) {
      return { kind: 'super', owner: at.owner, receiver: at.receiver };
    }
  }
  return undefined;
};

const scopeFunctions: Record<string, (scope: Scope) => Value | undefined> = {
  globals: (scope) => viewScope(moduleScope(scope)),
  locals: viewScope,
  vars: viewScope,
  dir: (scope) => makeList([...scope.variables.keys()].toSorted()),
  super: makeSuper,
};
