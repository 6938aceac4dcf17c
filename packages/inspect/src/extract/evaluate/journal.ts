import { latestBirth } from '../values/birth.ts';
import { isKind, type Container, type DictValue, type Value } from '../values/value.ts';
import type { Budget } from './budget.ts';

export type Names = Map<string, Value>;

/** Anything with names that can be written: a scope, a module, a class, an instance. */
export interface Holder {
  born: number;
}

/** The previous state of everything that a branch, or a whole package, has changed so far. */
export interface Journal {
  /** Values made after this exist only in this branch or for this package, so their changes need no record. */
  since: number;
  names: Map<Names, NamesBefore>;
  contents: Map<Container, Container>;
}

/** The writer: the journal in use, and the budget that pays for copies into it. */
export interface Journaled {
  readonly journal: Journal;
  readonly budget: Budget;
}

interface NamesBefore extends Holder {
  before: Map<string, Value | undefined>;
}

export const openJournal = (): Journal => ({ since: latestBirth(), names: new Map(), contents: new Map() });

/** Restores the state before everything that is in the journal. */
export const undo = ({ names, contents }: Journal): void => {
  for (const [written, { before }] of names) {
    for (const [name, value] of before) {
      if (value === undefined) written.delete(name);
      else written.set(name, value);
    }
  }
  for (const [container, before] of contents) putContent(container, before);
};

/** Writes a name of a scope, module, class or instance; undefined deletes it. */
export const writeName = (
  run: Journaled,
  { born }: Holder,
  names: Names,
  name: string,
  value: Value | undefined,
): void => {
  const { journal } = run;
  if (born <= journal.since) {
    const noted = journal.names.get(names) ?? { born, before: new Map<string, Value | undefined>() };
    if (!noted.before.has(name)) noted.before.set(name, names.get(name));
    journal.names.set(names, noted);
  }
  if (value === undefined) names.delete(name);
  else names.set(name, value);
};

/** Must be called before a list, set or dict changes in place. */
export const noteContent = (run: Journaled, container: Container): void => {
  const { journal } = run;
  if (container.born > journal.since || journal.contents.has(container)) return;
  run.budget.spend(1 + Math.floor(sizeOf(container) / 8));
  journal.contents.set(container, copyContent(container));
};

/** The same for one entry of a dict, which may be a view of variables. */
export const noteEntry = (run: Journaled, dict: DictValue, key: Value): void => {
  noteContent(run, dict);
  if (dict.variables === undefined || typeof key !== 'string') return;
  writeName(run, dict, dict.variables, key, dict.variables.get(key));
};

export const copyContent = (container: Container): Container => {
  if (isKind(container, 'list')) return { ...container, items: [...container.items] };
  if (isKind(container, 'set')) return { ...container, members: new Map(container.members) };
  return {
    ...container,
    entries: new Map(container.entries),
    unknownParts: new Set(container.unknownParts),
  };
};

/** Replaces the content of a container with that of another of its kind. */
export const putContent = (container: Container, content: Container): void => {
  if (isKind(container, 'list') && isKind(content, 'list')) container.items = content.items;
  else if (isKind(container, 'set') && isKind(content, 'set')) container.members = content.members;
  else if (isKind(container, 'dict') && isKind(content, 'dict')) {
    container.entries = content.entries;
    container.unknownParts = content.unknownParts;
  }
};

const sizeOf = (container: Container): number => {
  if (isKind(container, 'list')) return container.items.length;
  return isKind(container, 'set') ? container.members.size : container.entries.size;
};
