import { isObject, type Value, none } from './value.ts';

/** The name Python's `type(value).__name__` gives; an unknown's is `unknown`. */
export const typeOf = (value: Value): string => {
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
