import { copyDict } from './dict-items.ts';
import { isLoose, perhapsOf } from './loose-members.ts';
import { keyOf } from './key-of.ts';
import { makeDict, makeList, makeLoose, makeSet, makeTuple, makeUnknown } from './make-values.ts';
import { originPath } from './origin-path.ts';
import { reprValue } from './show-value.ts';
import {
  isKind,
  isSequence,
  none,
  type Container,
  type DictValue,
  type UnknownValue,
  type Value,
} from './value.ts';
import { valuesEqual } from './values-equal.ts';

/** Nested containers can be exponentially large: after this many comparisons, a join is unknown. */
const comparisonsMax = 20_000;

interface Joining {
  isHoped: boolean;
  fuel: { left: number };
}

/**
 * The value of a name that either of two branches may have set. For two dicts or lists: what is in both, and what is in
 * only one as uncertain. If one branch has a definition and the other only a placeholder: the definition. Otherwise: an
 * unknown named `source`. With `isHoped`, the first is the likely one, and its content is certain.
 */
export const joinValues = (
  first: Value,
  second: Value,
  source: string,
  { isHoped = false, fuel = { left: comparisonsMax } }: Partial<Joining> = {},
): Value => {
  const joining = { isHoped, fuel };
  fuel.left -= 1;
  if (fuel.left < 0) return makeUnknown(source);
  if (first === second) return first;
  if (isKind(first, 'dict') && isKind(second, 'dict')) return joinDicts(first, second, joining);
  if (valuesEqual(first, second, fuel) === true) return first;
  if (isSequence(first) && isSequence(second)) {
    const items = joinItems(first.items, second.items, joining);
    if (items !== undefined) return isKind(first, 'tuple') ? makeTuple(items) : makeList(items);
  }
  const either = [first, second];
  const empty = either.find((value) => isKind(value, 'dict') && value.entries.size === 0);
  const other = either.find((value) => isKind(value, 'unknown') && originPath(value) === undefined);
  if (isKind(empty, 'dict') && isKind(other, 'unknown')) return perhapsMore(empty, other);
  const outside = either.includes(none) ? either.find((value) => originPath(value) !== undefined) : undefined;
  return either.find(isDefinition) ?? outside ?? makeUnknown(source);
};

/** A value that is empty or unknown, and therefore may contain something. */
const perhapsMore = (empty: DictValue, other: UnknownValue): DictValue => {
  const both = copyDict(empty);
  both.unknownParts.add(other.source);
  return both;
};

/** The content of a container that any of several branches may have changed; the states are copies of it. */
export const joinContents = (states: Container[], isHoped: boolean): Container => {
  const [first = makeList([]), ...others] = states;
  const joining = { isHoped, fuel: { left: comparisonsMax } };
  return others.reduce((both, state) => joinTwoContents(both, state, joining), first);
};

const joinTwoContents = (first: Container, second: Container, joining: Joining): Container => {
  const { isHoped } = joining;
  if (isKind(first, 'dict') && isKind(second, 'dict')) return joinDicts(first, second, joining);
  if (isKind(first, 'list') && isKind(second, 'list')) {
    return makeList(joinItems(first.items, second.items, joining) ?? [makeLoose('*')]);
  }
  if (!isKind(first, 'set') || !isKind(second, 'set')) return first;
  const everywhere = [...first.members].filter(([key]) => isHoped || second.members.has(key));
  const somewhere = [...first.members, ...second.members].filter(
    ([key]) => (!isHoped && !second.members.has(key)) || !first.members.has(key),
  );
  return makeSet([
    ...everywhere.map(([, member]) => member),
    ...somewhere.map(([, member]) => loosen(member)),
  ]);
};

/** The same container with uncertain content: it was created in a branch that may not run. */
export const doubtMembers = (value: Value): Value => {
  if (isKind(value, 'list')) return makeList(value.items.map(loosen));
  if (!isKind(value, 'dict')) return value;
  const doubted = copyDict(value);
  for (const [place, entry] of doubted.entries) doubted.entries.set(place, { ...entry, isUncertain: true });
  return doubted;
};

const joinDicts = (first: DictValue, second: DictValue, joining: Joining): DictValue => {
  const { isHoped } = joining;
  const both = makeDict();
  for (const [place, entry] of first.entries) {
    const other = second.entries.get(place);
    if (other === undefined)
      both.entries.set(place, { ...entry, isUncertain: entry.isUncertain || !isHoped });
    else {
      const value = joinValues(entry.value, other.value, reprValue(entry.key) ?? '?', joining);
      const isUncertain = entry.isUncertain || (other.isUncertain && !isHoped);
      both.entries.set(place, { ...entry, value, isUncertain });
    }
  }
  for (const [place, entry] of second.entries) {
    if (!first.entries.has(place)) both.entries.set(place, { ...entry, isUncertain: true });
  }
  for (const part of [...first.unknownParts, ...second.unknownParts]) both.unknownParts.add(part);
  return both;
};

/**
 * The common beginning and end of two sequences, and between them the rest of both as uncertain. Undefined if the rests
 * are plain values that replace each other.
 */
const joinItems = (first: Value[], second: Value[], joining: Joining): Value[] | undefined => {
  const { isHoped, fuel } = joining;
  const shorter = Math.min(first.length, second.length);
  let start = 0;
  while (start < shorter && isSame(first[start], second[start], fuel)) start += 1;
  let end = 0;
  while (end < shorter - start && isSame(first.at(-1 - end), second.at(-1 - end), fuel)) end += 1;
  const mine = first.slice(start, first.length - end);
  const theirs = second.slice(start, second.length - end);
  const isExchange = mine.length > 0 && theirs.length > 0 && ![...mine, ...theirs].every(isMember);
  if (isExchange && mine.length !== theirs.length) return undefined;
  const middle = isExchange
    ? mine.map((item, at) => joinMembers(item, theirs[at] ?? none, joining))
    : [...(isHoped ? mine : mine.map(loosen)), ...withoutKnown(theirs, mine).map(loosen)];
  return [...first.slice(0, start), ...middle, ...first.slice(first.length - end)];
};

const joinMembers = (mine: Value, theirs: Value, joining: Joining): Value =>
  joinValues(mine, theirs, `${reprValue(mine) ?? '?'} or ${reprValue(theirs) ?? '?'}`, joining);

const withoutKnown = (items: Value[], known: Value[]): Value[] => {
  const keys = new Set(known.map((item) => keyOf(perhapsOf(item))));
  return items.filter((item) => !keys.has(keyOf(perhapsOf(item))));
};

const isSame = (first: Value | undefined, second: Value | undefined, fuel: Joining['fuel']): boolean =>
  first === second ||
  (first !== undefined && second !== undefined && valuesEqual(first, second, fuel) === true);

/** The item as one that may be absent. */
export const loosen = (item: Value): Value => {
  if (isLoose(item)) return item;
  const source = isKind(item, 'unknown') ? item.source : isKind(item, 'class') ? item.name : reprValue(item);
  return makeLoose(source ?? '?', item);
};

const isMember = (value: Value): boolean => isDefinition(perhapsOf(value));

/** Classes, functions, modules and dicts are definitions; `None`, flags and unknowns are placeholders for them. */
const isDefinition = (value: Value): boolean =>
  isKind(value, 'class') || isKind(value, 'function') || isKind(value, 'module') || isKind(value, 'dict');
