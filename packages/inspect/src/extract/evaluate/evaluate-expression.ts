import type { Expression } from '../syntax/syntax.ts';
import { makeList, makeLoose, makeSet, makeTuple, makeUnknown } from '../values/make-values.ts';
import { setItem } from '../values/dict-items.ts';
import { makeDict } from '../values/make-values.ts';
import { isShuffled, shuffledLike } from '../values/shuffled.ts';
import { truthOf } from '../values/truth-of.ts';
import {
  isKind,
  type DictValue,
  type ListValue,
  type TupleValue,
  type Value,
  none,
  type Scope,
} from '../values/value.ts';
import { applyBinary, applyUnary } from './apply-operator.ts';
import { compareValues } from './compare-values.ts';
import { evaluateCall } from './evaluate-call.ts';
import { evaluateComprehension } from './evaluate-comprehension.ts';
import { formatText } from './format-text.ts';
import { getSubscript } from './get-subscript.ts';
import { depthMax, type Interpreter } from './interpreter.ts';
import { joinResults } from './join-results.ts';
import { makeFunction } from './make-function.ts';
import { mergeIntoDict } from './merge-into-dict.ts';
import { orRaise, resultsOf, unlessRaised } from './python-raise.ts';
import { bind, lookUp } from './scope.ts';

/** The value of an expression. Never throws for unusual source: what cannot be determined is an unknown value. */
export const evaluateExpression = (run: Interpreter, expression: Expression, scope: Scope): Value => {
  run.budget.spend(1);
  if (run.depth > depthMax) return makeUnknown(run.sourceOf(expression, scope));
  run.depth += 1;
  try {
    const value = evaluateKind(run, expression, scope);
    // Whether an import may raise was decided at the import statement.
    if (isKind(value, 'unknown') && value.origin?.kind !== 'import') run.doubts += 1;
    return value;
  } finally {
    run.depth -= 1;
  }
};

const evaluateKind = (run: Interpreter, expression: Expression, scope: Scope): Value => {
  const evaluate = (part: Expression) => run.evaluate(part, scope);
  const source = () => run.sourceOf(expression, scope);
  switch (expression.kind) {
    case 'constant':
      return expression.value ?? none;
    case 'name':
      return lookUp(scope, expression.name) ?? run.builtins.get(expression.name) ?? makeUnknown(source());
    case 'attribute': {
      const object = evaluate(expression.object);
      return (
        run.getAttribute(object, expression.name, source()) ??
        makeUnknown(source(), { kind: 'attribute', object, name: expression.name })
      );
    }
    case 'subscript':
      return orRaise(
        run,
        getSubscript(run, evaluate(expression.object), evaluate(expression.index), source()),
      );
    case 'slice':
      return makeTuple(
        [expression.lower, expression.upper, expression.step].map((bound) =>
          bound === undefined ? none : evaluate(bound),
        ),
      );
    case 'call':
      return evaluateCall(run, expression, scope);
    case 'binary':
      return applyBinary(
        run,
        expression.operator,
        evaluate(expression.left),
        evaluate(expression.right),
        source(),
      );
    case 'unary':
      return applyUnary(expression.operator, evaluate(expression.operand), source());
    case 'logical':
      return evaluateLogical(run, expression, scope);
    case 'comparison':
      return evaluateComparison(run, expression, scope);
    case 'conditional': {
      const truth = truthOf(evaluate(expression.test));
      if (truth !== undefined) return evaluate(truth ? expression.consequence : expression.alternative);
      return evaluateEither(run, [expression.consequence, expression.alternative], expression, scope);
    }
    case 'lambda':
      return makeFunction(
        run,
        { name: '<lambda>', isAsync: false, ...expression, body: expression.body },
        scope,
      );
    case 'list':
      return evaluateSequence(run, makeList, expression.items, scope);
    case 'tuple':
      return evaluateSequence(run, makeTuple, expression.items, scope);
    case 'set':
      return makeSet(evaluateItems(run, expression.items, scope).values);
    case 'dict':
      return evaluateDict(run, expression.entries, scope);
    case 'comprehension':
      return evaluateComprehension(run, expression, scope);
    case 'format':
      return formatText(run, expression.parts, scope, source());
    case 'starred':
      return evaluate(expression.value);
    case 'walrus': {
      const value = evaluate(expression.value);
      bind(run, scope, expression.name, value);
      return value;
    }
    case 'await':
      return evaluate(expression.value);
    case 'yield':
      return evaluateYield(run, expression, scope);
    default:
      return makeUnknown(source());
  }
};

const evaluateSequence = (
  run: Interpreter,
  make: (items: Value[]) => ListValue | TupleValue,
  items: Expression[],
  scope: Scope,
): Value => {
  const evaluated = evaluateItems(run, items, scope);
  return shuffledLike(make(evaluated.values), evaluated.isShuffled);
};

const evaluateItems = (
  run: Interpreter,
  items: Expression[],
  scope: Scope,
): { values: Value[]; isShuffled: boolean } => {
  const values: Value[] = [];
  let hasShuffled = false;
  for (const item of items) {
    const value = run.evaluate(item, scope);
    if (item.kind !== 'starred') {
      values.push(value);
      continue;
    }
    const spread = run.iterate(value) ?? [makeLoose(run.sourceOf(item, scope))];
    run.budget.spend(spread.length);
    hasShuffled ||= isShuffled(value);
    for (const each of spread) values.push(each);
  }
  return { values, isShuffled: hasShuffled };
};

type Kind<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

const evaluateDict = (run: Interpreter, entries: Kind<'dict'>['entries'], scope: Scope): DictValue => {
  const dict = makeDict();
  for (const entry of entries) {
    const value = run.evaluate(entry.value, scope);
    if (entry.key !== undefined) {
      const key = run.evaluate(entry.key, scope);
      if (isKind(key, 'unknown')) dict.unknownParts.add(run.sourceOf(entry.key, scope));
      else setItem(dict, key, value);
      continue;
    }
    mergeIntoDict(run, dict, value, run.sourceOf(entry.value, scope));
  }
  return dict;
};

const evaluateLogical = (run: Interpreter, expression: Kind<'logical'>, scope: Scope): Value => {
  const left = run.evaluate(expression.left, scope);
  const truth = truthOf(left);
  if (truth === undefined) {
    const right = unlessRaised(() => run.evaluate(expression.right, scope));
    return right === undefined ? left : joinResults(run, left, right, run.sourceOf(expression, scope));
  }
  const takesLeft = expression.operator === 'or' ? truth : !truth;
  return takesLeft ? left : run.evaluate(expression.right, scope);
};

/** An expression of which Python evaluates one part. */
const evaluateEither = (
  run: Interpreter,
  parts: Expression[],
  whole: Kind<'conditional'>,
  scope: Scope,
): Value =>
  resultsOf(parts.map((part) => () => run.evaluate(part, scope))).reduce((first, second) =>
    joinResults(run, first, second, run.sourceOf(whole, scope)),
  );

const evaluateComparison = (run: Interpreter, expression: Kind<'comparison'>, scope: Scope): Value => {
  let left = run.evaluate(expression.first, scope);
  let verdict: boolean | undefined = true;
  for (const { operator, operand } of expression.rest) {
    const right = run.evaluate(operand, scope);
    const holds = compareValues(run, operator, left, right);
    if (holds === false) return false;
    verdict &&= holds;
    left = right;
  }
  return verdict ?? makeUnknown(run.sourceOf(expression, scope));
};

/** A generator is evaluated eagerly: what it yields is collected in the scope of its call. */
const evaluateYield = (run: Interpreter, expression: Kind<'yield'>, scope: Scope): Value => {
  const value = expression.value === undefined ? none : run.evaluate(expression.value, scope);
  const gathered = (scope.yielded ??= []);
  if (!expression.delegates) gathered.push(value);
  else gathered.push(...(run.iterate(value) ?? [makeLoose(run.sourceOf(expression, scope))]));
  return none;
};
