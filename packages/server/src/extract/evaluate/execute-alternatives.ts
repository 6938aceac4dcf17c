import { joinValues } from '../values/join-values.ts';
import type { Value } from '../values/value.ts';
import type { Completion, Interpreter } from './interpreter.ts';
import { bind, type Scope } from './scope.ts';

interface Outcome {
  completion: Completion;
  /** What the branch left in the names it wrote; undefined for a deleted one. */
  writes: Map<string, Value | undefined>;
}

/**
 * Runs branches of which only one will be taken, each from the same start, and leaves every name they wrote
 * with the join of what they left in it. Changes inside shared objects simply add up.
 */
export function executeAlternatives(
  run: Interpreter,
  scope: Scope,
  branches: (() => Completion)[],
): Completion {
  run.uncertainty += 1;
  const outcomes: Outcome[] = [];
  try {
    for (const branch of branches) outcomes.push(tryBranch(scope, branch));
  } finally {
    run.uncertainty -= 1;
  }
  const surviving = outcomes.filter(({ completion }) => completion !== 'raise' && completion !== 'return');
  const names = new Set(surviving.flatMap(({ writes }) => [...writes.keys()]));
  for (const name of names) bind(scope, name, joinWrites(surviving, name, scope));
  const completions = outcomes.map(({ completion }) => completion);
  const combined = combineCompletions(completions);
  run.mayHaveLeft ||= completions.some((completion) => completion !== combined && completion !== 'normal');
  return combined;
}

/** Runs one branch, then puts the scope back as it was. */
function tryBranch(scope: Scope, branch: () => Completion): Outcome {
  const outer = scope.journal;
  const journal = new Map<string, Value | undefined>();
  scope.journal = journal;
  try {
    const completion = branch();
    const writes = new Map([...journal.keys()].map((name) => [name, scope.variables.get(name)]));
    for (const [name, before] of journal) {
      if (before === undefined) scope.variables.delete(name);
      else scope.variables.set(name, before);
    }
    return { completion, writes };
  } finally {
    scope.journal = outer;
  }
}

function joinWrites(outcomes: Outcome[], name: string, scope: Scope): Value | undefined {
  const before = scope.variables.get(name);
  let joined: Value | undefined;
  for (const { writes } of outcomes) {
    const value = writes.has(name) ? writes.get(name) : before;
    if (value === undefined) continue;
    joined = joined === undefined ? value : joinValues(joined, value, name);
  }
  return joined;
}

function combineCompletions(completions: Completion[]): Completion {
  const [first = 'normal', ...others] = completions.filter((completion) => completion !== 'raise');
  if (completions.length > 0 && completions.every((completion) => completion === 'raise')) return 'raise';
  return others.every((other) => other === first) ? first : 'normal';
}
