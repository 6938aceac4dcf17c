import { doubtMembers, joinContents } from '../values/join-values.ts';
import type { Container, Value, Scope } from '../values/value.ts';
import type { Completion, Interpreter } from './interpreter.ts';
import {
  copyContent,
  noteContent,
  openJournal,
  putContent,
  undo,
  writeName,
  type Holder,
  type Names,
} from './journal.ts';
import { joinResults } from './join-results.ts';
import { unlessRaised } from './python-raise.ts';

interface NamesLeft extends Holder {
  left: Map<string, Value | undefined>;
}

/** Whether the first branch is the likely one, and whether all of them replace one that raised. */
interface Trust {
  isHoped: boolean;
  isDoubted: boolean;
}

interface Outcome {
  completion: Completion;
  /** The values of the names that the branch wrote, by what holds them; undefined for a deleted name. */
  names: Map<Names, NamesLeft>;
  /** The contents of the lists, sets and dicts that it changed. */
  contents: Map<Container, Container>;
}

/**
 * Runs branches of which Python would run only one. Each starts from the same state. Afterwards, every name and
 * container that they wrote has the join of their results. With `isHoped`, the first branch is the likely one: what it
 * adds counts as present, and if it raises, the others start from what it did before that, and what they provide is
 * uncertain. A branch is requested only after the one before it has run.
 */
export const executeAlternatives = (
  run: Interpreter,
  scope: Scope,
  branches: Iterable<() => Completion>,
  isHoped = false,
): Completion => {
  run.uncertainty += 1;
  const outcomes: Outcome[] = [];
  try {
    for (const branch of branches) {
      const outcome = tryBranch(run, branch);
      outcomes.push(outcome);
      if (isHoped && outcomes.length === 1 && outcome.completion === 'raise') redo(run, outcome);
    }
  } finally {
    run.uncertainty -= 1;
  }
  const completions = outcomes.map(({ completion }) => completion);
  // No code after these sees what a branch that raised has done, or the names of a function that has returned.
  const lasting = outcomes.filter(({ completion }) => completion !== 'raise');
  const going = lasting.filter(({ completion }) => completion !== 'return');
  const isFulfilled = isHoped && completions[0] !== 'raise';
  joinNames(run, lasting, (names) => (names === scope.variables ? going : lasting), {
    isHoped: isFulfilled,
    isDoubted: isHoped && !isFulfilled,
  });
  for (const container of new Set(lasting.flatMap(({ contents }) => [...contents.keys()]))) {
    const states = lasting.map(({ contents }) => contents.get(container) ?? container);
    noteContent(run, container);
    putContent(container, joinContents(states, isFulfilled));
  }
  const combined = combineCompletions(completions);
  run.mayHaveLeft ||= completions.some((completion) => completion !== combined && completion !== 'normal');
  return combined;
};

/** Runs one branch, then restores the state before it. */
const tryBranch = (run: Interpreter, branch: () => Completion): Outcome => {
  const outer = run.journal;
  const journal = openJournal();
  run.journal = journal;
  const outcome: Outcome = { completion: 'raise', names: new Map(), contents: new Map() };
  try {
    outcome.completion = unlessRaised(branch) ?? 'raise';
  } finally {
    run.journal = outer;
    for (const [names, { born, before }] of journal.names) {
      const left = new Map([...before.keys()].map((name) => [name, names.get(name)]));
      outcome.names.set(names, { born, left });
    }
    for (const container of journal.contents.keys()) outcome.contents.set(container, copyContent(container));
    undo(journal);
  }
  return outcome;
};

/** What a branch did before it raised is what those find that replace it. */
const redo = (run: Interpreter, { names, contents }: Outcome): void => {
  for (const [written, { born, left }] of names) {
    for (const [name, value] of left) writeName(run, { born }, written, name, value);
  }
  for (const [container, content] of contents) {
    noteContent(run, container);
    putContent(container, content);
  }
};

const joinNames = (
  run: Interpreter,
  outcomes: Outcome[],
  countingFor: (names: Names) => Outcome[],
  trust: Trust,
): void => {
  const holders = new Map(
    outcomes.flatMap((outcome) => [...outcome.names].map(([names, { born }]) => [names, born] as const)),
  );
  for (const [names, born] of holders) {
    const counting = countingFor(names).map((outcome) => outcome.names.get(names)?.left);
    const written = new Set(counting.flatMap((left) => [...(left?.keys() ?? [])]));
    for (const name of written) {
      const before = names.get(name);
      const left = counting.map((each) => (each?.has(name) === true ? each.get(name) : before));
      writeName(run, { born }, names, name, joinLeft(run, left, name, trust));
    }
  }
};

const joinLeft = (
  run: Interpreter,
  left: (Value | undefined)[],
  name: string,
  { isHoped, isDoubted }: Trust,
): Value | undefined => {
  const values = left.filter((value) => value !== undefined);
  const [first, ...others] = values;
  if (first === undefined) return undefined;
  const joined = others.reduce<Value>((both, value) => joinResults(run, both, value, name, isHoped), first);
  const isSure = (values.length === left.length && !isDoubted) || (isHoped && left[0] !== undefined);
  return isSure ? joined : doubtMembers(joined);
};

const combineCompletions = (completions: Completion[]): Completion => {
  const [first = 'normal', ...others] = completions.filter((completion) => completion !== 'raise');
  if (completions.length > 0 && completions.every((completion) => completion === 'raise')) return 'raise';
  return others.every((other) => other === first) ? first : 'normal';
};
