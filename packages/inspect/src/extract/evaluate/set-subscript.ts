import type { Expression } from '../syntax/syntax.ts';
import { isLoose } from '../values/loose-members.ts';
import { makeLoose } from '../values/make-values.ts';
import { isKind, type ListValue, type Value, none, type Scope } from '../values/value.ts';
import { sliceBounds } from './get-subscript.ts';
import type { Interpreter } from './interpreter.ts';
import { noteContent } from './journal.ts';
import { setEntry } from './set-entry.ts';

type Subscript = Extract<Expression, { kind: 'subscript' }>;

/** `object[index] = value` and `object[start:end] = values`; undefined deletes what is there. */
export const setSubscript = (
  run: Interpreter,
  target: Subscript,
  scope: Scope,
  value: Value | undefined,
): void => {
  const object = run.evaluate(target.object, scope);
  const index = run.evaluate(target.index, scope);
  const holder = isKind(object, 'instance') ? (object.native ?? none) : object;
  if (isKind(holder, 'dict')) setEntry(run, holder, index, value);
  if (!isKind(holder, 'list')) return;
  noteContent(run, holder);
  const isKnown =
    target.index.kind === 'slice'
      ? setSlice(run, holder, index, value)
      : typeof index === 'bigint' && setMember(holder, Number(index), value);
  // It is unknown which members change, so no member is known any more.
  if (!isKnown) holder.items = [makeLoose(`*${run.sourceOf(target.object, scope)}`)];
};

/** False if the index of the member is unknown. An index past the end changes nothing, because Python raises. */
const setMember = (list: ListValue, index: number, value: Value | undefined): boolean => {
  const { items } = list;
  const at = index < 0 ? items.length + index : index;
  if ((index < 0 ? items.slice(at) : items.slice(0, at + 1)).some(isLoose)) return false;
  if (at >= 0 && at < items.length) items.splice(at, 1, ...(value === undefined ? [] : [value]));
  return true;
};

const setSlice = (run: Interpreter, list: ListValue, index: Value, value: Value | undefined): boolean => {
  const isPlain = isKind(index, 'tuple') && (index.items[2] === none || index.items[2] === 1n);
  const isWhole = isPlain && index.items[0] === none && index.items[1] === none;
  if (list.items.some(isLoose) && !isWhole) return false;
  const bounds = isKind(index, 'tuple') ? sliceBounds(index, list.items.length) : undefined;
  if (bounds === undefined) return false;
  run.budget.spend(list.items.length);
  const { start, places } = bounds;
  const values = value === undefined ? [] : run.iterate(value);
  if (!isPlain) {
    if (value !== undefined && values?.length !== places.length) return false;
    const given = new Map(places.map((place, at) => [place, values?.[at]]));
    list.items = list.items.flatMap((item, at) => (given.has(at) ? (given.get(at) ?? []) : item));
    return true;
  }
  run.budget.spend(values?.length ?? 0);
  const inserted = values ?? [makeLoose('*')];
  list.items = [...list.items.slice(0, start), ...inserted, ...list.items.slice(start + places.length)];
  return true;
};
