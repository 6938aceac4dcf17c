import { type Value, isKind, isObject, isSequence, none } from '../values/value.ts';
import type { LibraryFunction } from './library-entry.ts';

/** The name Python's `type(value).__name__` gives; an unknown's is `unknown`. */
const typeOf = (value: Value): string => {
  if (value === none) return 'NoneType';
  if (!isObject(value)) return plainTypes[typeof value] ?? 'object';
  if (value.kind === 'instance') return value.class.name;
  if (value.kind === 'class') return 'type';
  return value.kind;
};

const plainTypes: Record<string, string> = {
  boolean: 'bool',
  bigint: 'int',
  number: 'float',
  string: 'str',
};

/** `isinstance` and `issubclass`, with unions given as tuples. */
export const classTests: Record<string, LibraryFunction> = {
  isinstance: ({ positional: [value = none, wanted] }) => eachOf(wanted, (one) => isInstance(value, one)),
  issubclass: ({ positional: [value = none, wanted] }) => eachOf(wanted, (one) => isSubclass(value, one)),
};

const eachOf = (
  wanted: Value | undefined,
  test: (one: Value) => boolean | undefined,
): boolean | undefined => {
  const verdicts = isSequence(wanted) ? wanted.items.map(test) : [test(wanted ?? none)];
  if (verdicts.includes(true)) return true;
  return verdicts.includes(undefined) ? undefined : false;
};

const isInstance = (value: Value, wanted: Value): boolean | undefined => {
  if (isKind(value, 'unknown')) return undefined;
  if (!isKind(wanted, 'class')) {
    return isKind(wanted, 'unknown') && isKind(value, 'instance') && value.class.unknownBases.length === 0
      ? false
      : undefined;
  }
  if (wanted.name === 'object') return true;
  if (wanted.name === 'type') return isKind(value, 'class');
  if (isKind(value, 'instance')) return isSubclass(value.class, wanted);
  if (wanted.module !== 'builtins') return false;
  const name = typeOf(value);
  return name === wanted.name || (name === 'bool' && wanted.name === 'int');
};

const isSubclass = (value: Value, wanted: Value): boolean | undefined => {
  if (isKind(value, 'unknown')) return undefined;
  if (!isKind(value, 'class')) return false;
  if (isKind(wanted, 'unknown')) {
    const isBase = value.unknownBases.some((base) => base === wanted || base.source === wanted.source);
    return isBase ? true : value.unknownBases.length > 0 ? undefined : false;
  }
  if (!isKind(wanted, 'class')) return undefined;
  if (wanted.name === 'object' || value.ancestry.includes(wanted)) return true;
  return false;
};
