import type { Clause, Expression } from '../syntax/syntax.ts';
import { setItem } from '../values/dict-items.ts';
import { loosen } from '../values/join-values.ts';
import { isLoose, perhapsOf } from '../values/loose-members.ts';
import { makeDict, makeList, makeSet, makeUnknown } from '../values/make-values.ts';
import { isShuffled, shuffledLike } from '../values/shuffled.ts';
import { truthOf } from '../values/truth-of.ts';
import { isKind, type Value, none, type Scope } from '../values/value.ts';
import { assignTarget } from './assign-target.ts';
import type { Interpreter } from './interpreter.ts';
import { unlessRaised } from './python-raise.ts';
import { makeScope } from './scope.ts';

type Comprehension = Extract<Expression, { kind: 'comprehension' }>;

/**
 * A comprehension over known items. Items that pass an undecidable `if` are included as uncertain. A comprehension over
 * an unknown source is unknown as a whole.
 */
export const evaluateComprehension = (
  run: Interpreter,
  comprehension: Comprehension,
  scope: Scope,
): Value => {
  const inner = makeScope('function', scope.module, scope);
  const found: { key: Value; value: Value; isUncertain: boolean }[] = [];
  const { key, value } = comprehension.body;
  const certainBefore = run.uncertainty;
  let hasShuffled = false;
  const noteSource = (items: Value) => {
    hasShuffled ||= isShuffled(items);
  };
  const isKnown = visit(run, noteSource, comprehension.clauses, inner, () => {
    found.push({
      key: key === undefined ? none : run.evaluate(key, inner),
      value: run.evaluate(value, inner),
      isUncertain: run.uncertainty > certainBefore,
    });
  });
  const source = run.sourceOf(comprehension, scope);
  if (comprehension.shape === 'dict') {
    const dict = makeDict();
    if (!isKnown) dict.unknownParts.add(source);
    for (const item of found) {
      if (isKind(item.key, 'unknown')) dict.unknownParts.add(source);
      else setItem(dict, item.key, item.value, item.isUncertain);
    }
    return dict;
  }
  const values = found.map((item) => (item.isUncertain ? loosen(item.value) : item.value));
  if (!isKnown) return makeUnknown(source);
  return comprehension.shape === 'set' ? makeSet(values) : shuffledLike(makeList(values), hasShuffled);
};

/** Runs `take` for every combination; false if a source is unknown. */
const visit = (
  run: Interpreter,
  noteSource: (items: Value) => void,
  clauses: Clause[],
  scope: Scope,
  take: () => void,
): boolean => {
  const [clause, ...rest] = clauses;
  if (clause === undefined) {
    take();
    return true;
  }
  const goDeeper = () => visit(run, noteSource, rest, scope, take);
  if (clause.kind === 'if') return visitFiltered(run, clause.test, scope, goDeeper);
  // The first source is evaluated outside, where the names of a class body are visible.
  const home = scope.parent?.kind === 'class' && scope.variables.size === 0 ? scope.parent : scope;
  const source = run.evaluate(clause.iterable, home);
  noteSource(source);
  const items = run.iterate(source);
  if (items === undefined) return false;
  let isKnown = true;
  for (const item of items) {
    run.budget.spend(1);
    assignTarget(run, clause.target, perhapsOf(item), scope);
    isKnown = (isLoose(item) ? inDoubt(run, goDeeper) : goDeeper()) && isKnown;
  }
  return isKnown;
};

const visitFiltered = (
  run: Interpreter,
  test: Expression,
  scope: Scope,
  goDeeper: () => boolean,
): boolean => {
  const truth = truthOf(run.evaluate(test, scope));
  if (truth === false) return true;
  return truth === true ? goDeeper() : inDoubt(run, goDeeper);
};

const inDoubt = (run: Interpreter, work: () => boolean): boolean => {
  run.uncertainty += 1;
  try {
    return unlessRaised(work) ?? true;
  } finally {
    run.uncertainty -= 1;
  }
};
