import type { Expression, FunctionStatement, Parameter } from '../syntax/syntax.ts';
import { nextBirth } from '../values/birth.ts';
import { isKind, type FunctionValue, type Value, none, type Scope } from '../values/value.ts';
import type { Interpreter } from './interpreter.ts';

interface FunctionSyntax {
  name: string;
  parameters: Parameter[];
  isAsync: boolean;
  body: FunctionStatement | Expression;
}

/** The function of a `def` or `lambda`: its defaults are evaluated now, its body later. */
export const makeFunction = (run: Interpreter, syntax: FunctionSyntax, scope: Scope): FunctionValue => {
  const fallbacks = new Map<string, Value>();
  for (const { name, fallback } of syntax.parameters) {
    if (fallback !== undefined) fallbacks.set(name, run.evaluate(fallback, scope));
  }
  return {
    kind: 'function',
    born: nextBirth(),
    name: syntax.name,
    parameters: syntax.parameters,
    fallbacks,
    body: syntax.body,
    scope,
    isAsync: syntax.isAsync,
    binding: 'instance',
    owner: scope.kind === 'class' ? scope.owner : undefined,
    attributes: new Map(),
  };
};

/** Applies decorators, innermost first. An unknown decorator is assumed to return its argument. */
export const decorate = (
  run: Interpreter,
  made: FunctionValue,
  decorators: Expression[],
  scope: Scope,
): Value => {
  let value: Value = made;
  for (const decorator of decorators.toReversed()) {
    const applied = run.evaluate(decorator, scope);
    if (decorator.kind === 'attribute' && isKind(applied, 'function') && applied.binding === 'property') {
      return decorator.name === 'setter' ? { ...applied, setter: made } : applied;
    }
    value = decorateOnce(run, value, applied, run.sourceOf(decorator, scope));
  }
  return value;
};

const decorateOnce = (run: Interpreter, value: Value, decorator: Value, source: string): Value => {
  const binding = isKind(decorator, 'builtin') ? bindings[decorator.name] : undefined;
  if (binding !== undefined && isKind(value, 'function')) {
    const isClassProperty = binding === 'class' && value.binding === 'property';
    return { ...value, binding: isClassProperty ? 'class-property' : binding };
  }
  const result = run.call(decorator, { positional: [value], keywords: new Map() }, source);
  return result === none || isKind(result, 'unknown') ? value : result;
};

const bindings: Record<string, FunctionValue['binding']> = {
  classmethod: 'class',
  staticmethod: 'static',
  property: 'property',
};
