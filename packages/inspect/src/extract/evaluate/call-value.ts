import { makeDict, makeList, makeRaised, makeTuple, makeUnknown } from '../values/make-values.ts';
import {
  isKind,
  type CallArguments,
  type FunctionValue,
  type Value,
  none,
  type Scope,
} from '../values/value.ts';
import { instantiate } from './instantiate.ts';
import type { Completion, Interpreter } from './interpreter.ts';
import { joinResults } from './join-results.ts';
import { noteGiven } from '../library/package-folders.ts';
import { makeScope } from './scope.ts';

const activationsMax = 20;

/** Calls anything callable. The result for anything else, or for an unknown, is an unknown named `source`. */
export const callValue = (run: Interpreter, callee: Value, given: CallArguments, source: string): Value => {
  run.budget.spend(1);
  if (isKind(callee, 'function')) return callFunction(run, callee, given, source);
  if (isKind(callee, 'method')) {
    const positional = [callee.receiver, ...given.positional];
    return callFunction(run, callee.callable, { ...given, positional }, source);
  }
  if (isKind(callee, 'builtin')) return callee.call(given, source);
  if (isKind(callee, 'class')) return instantiate(run, callee, given, source);
  if (isKind(callee, 'instance')) {
    const method = run.getAttribute(callee, '__call__', source);
    return method === undefined ? makeUnknown(source) : run.call(method, given, source);
  }
  if (isKind(callee, 'unknown')) {
    // It may create the files that it is given the paths of.
    for (const value of [...given.positional, ...given.keywords.values()]) noteGiven(run.files, value);
    return makeUnknown(source, { kind: 'call', callee, given });
  }
  return makeUnknown(source);
};

const callFunction = (
  run: Interpreter,
  callee: FunctionValue,
  given: CallArguments,
  source: string,
): Value => {
  const scope = makeScope('function', callee.scope.module, callee.scope);
  scope.owner = callee.owner;
  scope.receiver = given.positional[0];
  bindParameters(callee, given, scope);
  const { body } = callee;
  const activations = run.active.get(body) ?? 0;
  // In a branch that may not run, nothing would end the recursion.
  if (activations > (run.uncertainty > 0 ? 0 : activationsMax)) return makeUnknown(source);
  run.active.set(body, activations + 1);
  try {
    if (body.kind !== 'function') return run.evaluate(body, scope);
    return resultOf(run, run.execute(body.readBody(), scope), scope, source);
  } finally {
    run.active.set(body, activations);
  }
};

const resultOf = (run: Interpreter, completion: Completion, scope: Scope, source: string): Value => {
  if (scope.yielded !== undefined) return makeList(scope.yielded);
  if (completion === 'raise' && scope.returned.length === 0) return makeRaised(source);
  if (completion === 'normal') scope.returned.push(none);
  return scope.returned.reduce(
    (first, second) => joinResults(run, first, second, source),
    scope.returned[0] ?? none,
  );
};

const bindParameters = (callee: FunctionValue, given: CallArguments, scope: Scope): void => {
  const keywords = new Map(given.keywords);
  let position = 0;
  for (const { kind, name } of callee.parameters) {
    if (kind === 'rest') {
      scope.variables.set(name, makeTuple(given.positional.slice(position)));
      position = given.positional.length;
    } else if (kind === 'rest-keywords') scope.variables.set(name, makeDict(keywords));
    else {
      const next = kind === 'positional' ? given.positional[position] : undefined;
      if (next !== undefined) position += 1;
      const value = next ?? keywords.get(name) ?? callee.fallbacks.get(name);
      keywords.delete(name);
      scope.variables.set(name, value ?? makeUnknown(name));
    }
  }
};
