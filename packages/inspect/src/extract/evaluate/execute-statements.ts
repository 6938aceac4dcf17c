import type { Expression, Statement } from '../syntax/syntax.ts';
import { makeLoose } from '../values/make-values.ts';
import { truthOf } from '../values/truth-of.ts';
import { isKind, type Value, none, type Scope } from '../values/value.ts';
import { applyBinary } from './apply-operator.ts';
import { assignTarget, deleteTarget } from './assign-target.ts';
import { defineClass } from './define-class.ts';
import { executeAlternatives } from './execute-alternatives.ts';
import { executeMatch } from './execute-match.ts';
import { executeFor, executeWhile } from './execute-loop.ts';
import { executeTry } from './execute-try.ts';
import { executeImport, executeImportFrom } from './execute-import.ts';
import { depthMax, type Completion, type Interpreter } from './interpreter.ts';
import { noteContent } from './journal.ts';
import { mergeIntoDict } from './merge-into-dict.ts';
import { decorate, makeFunction } from './make-function.ts';
import { unlessRaised } from './python-raise.ts';
import { bind, moduleScope } from './scope.ts';

/** Runs statements in order until one of them leaves the block. Blocks that nest too deeply are skipped. */
export const executeStatements = (run: Interpreter, statements: Statement[], scope: Scope): Completion => {
  if (run.depth > depthMax) return 'normal';
  run.depth += 1;
  try {
    for (const statement of statements) {
      run.budget.spend(1);
      const completion = unlessRaised(() => executeStatement(run, statement, scope)) ?? 'raise';
      if (completion !== 'normal') return completion;
    }
    return 'normal';
  } finally {
    run.depth -= 1;
  }
};

const executeStatement = (run: Interpreter, statement: Statement, scope: Scope): Completion => {
  switch (statement.kind) {
    case 'expression':
      run.evaluate(statement.value, scope);
      return 'normal';
    case 'assign': {
      const value = run.evaluate(statement.value, scope);
      for (const target of statement.targets) assignTarget(run, target, value, scope);
      return 'normal';
    }
    case 'annotate':
      if (statement.value !== undefined) {
        bind(run, scope, statement.name, run.evaluate(statement.value, scope));
      }
      if (scope.kind === 'class') {
        const type = () => run.evaluate(statement.readType(), scope);
        scope.annotated.push({ name: statement.name, type });
      }
      return 'normal';
    case 'augment':
      executeAugment(run, statement, scope);
      return 'normal';
    case 'if':
      return executeIf(run, statement, scope);
    case 'for':
      return executeFor(run, statement, scope);
    case 'while':
      return executeWhile(run, statement, scope);
    case 'try':
      return executeTry(run, statement, scope);
    case 'with':
      for (const { value, target } of statement.items) {
        const entered = run.evaluate(value, scope);
        if (target !== undefined) assignTarget(run, target, entered, scope);
      }
      return run.execute(statement.body, scope);
    case 'match':
      return executeMatch(run, statement, scope);
    case 'function': {
      const made = makeFunction(run, { ...statement, body: statement }, scope);
      bind(run, scope, statement.name, decorate(run, made, statement.decorators, scope));
      return 'normal';
    }
    case 'class':
      bind(run, scope, statement.name, defineClass(run, statement, scope));
      return 'normal';
    case 'return':
      scope.returned.push(statement.value === undefined ? none : run.evaluate(statement.value, scope));
      return 'return';
    case 'import':
      executeImport(run, statement, scope);
      return 'normal';
    case 'import-from':
      return executeImportFrom(run, statement, scope);
    case 'declare':
      declare(statement.names, statement.scope, scope);
      return 'normal';
    case 'delete':
      for (const target of statement.targets) deleteTarget(run, target, scope);
      return 'normal';
    case 'pass':
      return 'normal';
    default:
      return statement.kind;
  }
};

type Kind<K extends Statement['kind']> = Extract<Statement, { kind: K }>;

const executeAugment = (run: Interpreter, statement: Kind<'augment'>, scope: Scope): void => {
  const { target, operator } = statement;
  const before = run.evaluate(target, scope);
  const change = run.evaluate(statement.value, scope);
  if (mutatesInPlace(run, before, operator, change)) return;
  const source = `${run.sourceOf(target, scope)} ${operator} ${run.sourceOf(statement.value, scope)}`;
  assignTarget(run, target, applyBinary(run, operator, before, change, source), scope);
};

/** `list += items` and `dict |= dict` change the object in place, and others may refer to it. */
const mutatesInPlace = (run: Interpreter, before: Value, operator: string, change: Value): boolean => {
  if (isKind(before, 'list') && operator === '+') {
    const items = run.iterate(change) ?? [makeLoose(isKind(change, 'unknown') ? `*${change.source}` : '*')];
    run.budget.spend(items.length);
    noteContent(run, before);
    before.items = before.items.concat(items);
    return true;
  }
  if (!isKind(before, 'dict') || operator !== '|') return false;
  mergeIntoDict(run, before, change, isKind(change, 'unknown') ? change.source : '');
  return true;
};

const executeIf = (run: Interpreter, statement: Kind<'if'>, scope: Scope): Completion => {
  const possible: Statement[][] = [];
  const { line } = statement;
  for (const { test, body } of statement.branches) {
    const truth = possible.length === 0 ? testTruth(run, test, scope) : testLater(run, test, scope);
    if (truth === false) continue;
    if (truth === 'raise') return takeBranches(run, [...possible, [{ kind: 'raise', line }]], scope);
    possible.push(body);
    if (truth === true) return takeBranches(run, possible, scope);
  }
  return takeBranches(run, [...possible, statement.otherwise], scope);
};

const testTruth = (run: Interpreter, test: Expression, scope: Scope): boolean | undefined =>
  truthOf(run.evaluate(test, scope));

/** A test that Python reaches only if those before it have failed. */
const testLater = (run: Interpreter, test: Expression, scope: Scope): boolean | undefined | 'raise' => {
  const tested = unlessRaised(() => ({ truth: testTruth(run, test, scope) }));
  return tested === undefined ? 'raise' : tested.truth;
};

const takeBranches = (run: Interpreter, bodies: Statement[][], scope: Scope): Completion => {
  const [only] = bodies;
  if (only !== undefined && bodies.length === 1) return run.execute(only, scope);
  return executeAlternatives(
    run,
    scope,
    bodies.map((body) => () => run.execute(body, scope)),
  );
};

const declare = (names: string[], kind: 'global' | 'nonlocal', scope: Scope): void => {
  for (const name of names) {
    const home = kind === 'global' ? moduleScope(scope) : findBinding(scope, name);
    if (home !== scope) scope.redirected.set(name, home);
  }
};

const findBinding = (scope: Scope, name: string): Scope => {
  for (let at = scope.parent; at !== undefined; at = at.parent) {
    if (at.kind === 'function' && at.variables.has(name)) return at;
  }
  return scope;
};
