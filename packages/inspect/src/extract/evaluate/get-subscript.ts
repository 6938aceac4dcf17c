import { charactersOf } from '../values/characters.ts';
import { getItem } from '../values/dict-items.ts';
import { isLoose } from '../values/loose-members.ts';
import { makeList, makeRaised, makeTuple, makeUnknown } from '../values/make-values.ts';
import { isShuffled } from '../values/shuffled.ts';
import { isKind, isSequence, type DictValue, type TupleValue, type Value, none } from '../values/value.ts';
import { enumMembers } from './enum-members.ts';
import type { Interpreter } from './interpreter.ts';
import { setEntry } from './set-entry.ts';

/** `object[index]`; a slice is passed as the tuple of its three bounds. */
export const getSubscript = (run: Interpreter, object: Value, index: Value, source: string): Value => {
  const unknown = () => makeUnknown(source);
  if (isKind(object, 'instance')) return instanceItem(run, object, index, source);
  // `Generic[T]` and `list[str]` have the content of the class.
  if (isKind(object, 'class')) {
    if (!object.isEnum) return object;
    return enumMembers(object).find((each) => each.attributes.get('name') === index) ?? unknown();
  }
  if (isKind(object, 'dict')) return getItem(object, index) ?? missingItem(run, object, index, source);
  const characters = typeof object === 'string' ? charactersOf(run.budget, object) : undefined;
  const items = characters ?? (isSequence(object) ? object.items : undefined);
  if (items === undefined || isShuffled(object)) return unknown();
  if (typeof index === 'bigint') return itemAt(items, Number(index)) ?? unknown();
  if (!isKind(index, 'tuple') || index.items.length !== 3) return unknown();
  const places = sliceBounds(index, items.length)?.places;
  if (places === undefined) return unknown();
  run.budget.spend(places.length);
  if (characters !== undefined) return places.map((at) => characters[at] ?? '').join('');
  const taken = places.map((at) => items[at] ?? none);
  return isKind(object, 'tuple') ? makeTuple(taken) : makeList(taken);
};

/** A dict of the package may hold more than was followed, but what a host starts with is known. */
const missingItem = (run: Interpreter, dict: DictValue, key: Value, source: string): Value => {
  if (dict.factory !== undefined && !isKind(key, 'unknown') && dict.unknownParts.size === 0) {
    const made = run.call(dict.factory, { positional: [], keywords: new Map() }, source);
    setEntry(run, dict, key, made);
    return made;
  }
  const isCertain = dict === run.environment && typeof key === 'string' && dict.unknownParts.size === 0;
  return isCertain ? makeRaised(source) : makeUnknown(source);
};

const instanceItem = (run: Interpreter, object: Value, index: Value, source: string): Value => {
  const method = run.getAttribute(object, '__getitem__', source);
  if (method !== undefined && !isKind(method, 'unknown')) {
    return run.call(method, { positional: [index], keywords: new Map() }, source);
  }
  const native = isKind(object, 'instance') ? object.native : undefined;
  return native === undefined ? makeUnknown(source) : getSubscript(run, native, index, source);
};

/** The member at an index; undefined if there is none, or if a loose member makes the index ambiguous. */
const itemAt = (items: string | Value[], index: number): Value | undefined => {
  const passed = typeof items === 'string' ? [] : index < 0 ? items.slice(index) : items.slice(0, index + 1);
  return passed.some(isLoose) ? undefined : items.at(index);
};

/** The start of a slice and its indices, in order; undefined if a bound is unknown. */
export const sliceBounds = (
  { items }: TupleValue,
  length: number,
): { start: number; places: number[] } | undefined => {
  if (!items.every((bound) => bound === none || typeof bound === 'bigint')) return undefined;
  const [lower, upper, step = 1] = items.map((bound) =>
    typeof bound === 'bigint' ? Number(bound) : undefined,
  );
  if (step === 0) return undefined;
  const clamp = (bound: number, lowest: number, highest: number) =>
    Math.min(Math.max(bound < 0 ? bound + length : bound, lowest), highest);
  const places: number[] = [];
  if (step > 0) {
    const start = lower === undefined ? 0 : clamp(lower, 0, length);
    const end = upper === undefined ? length : clamp(upper, 0, length);
    for (let at = start; at < end; at += step) places.push(at);
    return { start, places };
  }
  {
    const end = upper === undefined ? -1 : clamp(upper, -1, length - 1);
    const start = lower === undefined ? length - 1 : clamp(lower, -1, length - 1);
    for (let at = start; at > end; at += step) places.push(at);
    return { start, places };
  }
};
