import { nextBirth } from './birth.ts';
import { keyOf } from './key-of.ts';
import type {
  BuiltinValue,
  ClassValue,
  DictValue,
  InstanceValue,
  ListValue,
  ModuleValue,
  Origin,
  SetValue,
  TupleValue,
  UnknownValue,
  Value,
} from './value.ts';

const sourceLengthMax = 300;

export const makeUnknown = (source: string, origin?: Origin): UnknownValue => {
  const text = source.length > sourceLengthMax ? `${source.slice(0, sourceLengthMax)}…` : source;
  return { kind: 'unknown', born: nextBirth(), source: text, origin, attributes: new Map() };
};

/** The result of what certainly raises. */
export const makeRaised = (source: string): UnknownValue => ({ ...makeUnknown(source), hasRaised: true });

/** A member that may be absent; without `perhaps`, any number of unknown members. */
export const makeLoose = (source: string, perhaps?: Value): UnknownValue => {
  const made: UnknownValue = { ...makeUnknown(source), isLoose: true };
  if (perhaps !== undefined) made.perhaps = perhaps;
  return made;
};

export const makeList = (items: Value[]): ListValue => ({ kind: 'list', born: nextBirth(), items });

export const makeTuple = (items: Value[]): TupleValue => ({ kind: 'tuple', items });

export const makeSet = (items: Iterable<Value>): SetValue => {
  const members = new Map<string, Value>();
  for (const item of items) {
    const key = keyOf(item);
    if (!members.has(key)) members.set(key, item);
  }
  return { kind: 'set', born: nextBirth(), members };
};

export const makeDict = (pairs: Iterable<[Value, Value]> = []): DictValue => {
  const dict: DictValue = { kind: 'dict', born: nextBirth(), entries: new Map(), unknownParts: new Set() };
  for (const [key, value] of pairs) dict.entries.set(keyOf(key), { key, value, isUncertain: false });
  return dict;
};

export const makeBuiltin = (name: string, call: BuiltinValue['call']): BuiltinValue => ({
  kind: 'builtin',
  name,
  call,
});

export const makeModule = (name: string, file: string): ModuleValue => ({
  kind: 'module',
  born: nextBirth(),
  name,
  file,
  variables: new Map(),
  text: '',
  hasFailed: false,
  isDoubtful: false,
});

export const makeInstance = (
  made: ClassValue,
  attributes: Iterable<[string, Value]> = [],
  native?: Value,
): InstanceValue => ({
  kind: 'instance',
  born: nextBirth(),
  class: made,
  attributes: new Map(attributes),
  native,
});

/** A class without bases or content, to be filled by the caller. */
export const makeClass = (name: string, changes: Partial<ClassValue> = {}): ClassValue => {
  const made: ClassValue = {
    kind: 'class',
    born: nextBirth(),
    name,
    ancestry: [],
    unknownBases: [],
    attributes: new Map(),
    decorators: [],
    metaclass: undefined,
    module: 'builtins',
    native: undefined,
    isEnum: false,
    construct: undefined,
    fields: [],
    subclasses: [],
    file: '',
    line: 0,
    ...changes,
  };
  made.ancestry = [made, ...made.ancestry];
  return made;
};
