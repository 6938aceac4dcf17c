import type { Expression, FunctionStatement, Parameter } from '../syntax/syntax.ts';

/**
 * What a Python expression can be here. The plain ones are JavaScript's own: a bigint is an int, a number a
 * float. None is an object of its own, so that `??` always means "not found".
 */
export type Value = boolean | bigint | number | string | ObjectValue;

/** `born` (see `nextBirth`) is of those that a branch may change, or that hold names it may write. */
export type ObjectValue =
  | NoneValue
  | ListValue
  | TupleValue
  | SetValue
  | DictValue
  | FunctionValue
  | BuiltinValue
  | MethodValue
  | ClassValue
  | InstanceValue
  | ModuleValue
  | SuperValue
  | UnknownValue;

export interface NoneValue {
  kind: 'none';
}

export const none: NoneValue = { kind: 'none' };

export interface ListValue {
  kind: 'list';
  born: number;
  items: Value[];
  isShuffled?: boolean;
}

export interface TupleValue {
  kind: 'tuple';
  items: Value[];
  isShuffled?: boolean;
}

/** Members by key (see `keyOf`), in insertion order. */
export interface SetValue {
  kind: 'set';
  born: number;
  members: Map<string, Value>;
}

export interface DictValue {
  kind: 'dict';
  born: number;
  entries: Map<string, DictEntryValue>;
  /** Source texts of what was merged in and could not be known: more keys may exist. */
  unknownParts: Set<string>;
  /** Present on `globals()` and its like, and then as old as what they belong to: writes reach these variables. */
  variables?: Map<string, Value>;
}

export interface DictEntryValue {
  key: Value;
  value: Value;
  /** Set in a branch that may not be taken. */
  isUncertain: boolean;
}

export interface FunctionValue {
  kind: 'function';
  born: number;
  name: string;
  parameters: Parameter[];
  /** Evaluated where the function was defined, by parameter name. */
  fallbacks: Map<string, Value>;
  body: FunctionStatement | Expression;
  scope: Scope;
  isAsync: boolean;
  binding: 'instance' | 'class' | 'static' | 'property' | 'class-property';
  /** The class whose body defined it: where `super()` starts. */
  owner: ClassValue | undefined;
  attributes: Map<string, Value>;
}

/** Where names live: a module, the body of a class, or one call of a function. */
export interface Scope {
  kind: 'module' | 'class' | 'function';
  born: number;
  variables: Map<string, Value>;
  parent: Scope | undefined;
  module: ModuleValue;
  /** Names declared `global` or `nonlocal`, and where they really live. */
  redirected: Map<string, Scope>;
  /** The class whose method runs here, and the first argument it runs on: what `super()` means. */
  owner: ClassValue | undefined;
  receiver: Value | undefined;
  /** What a function has returned so far in branches that may not be taken, and what it has yielded. */
  returned: Value[];
  yielded: Value[] | undefined;
  /** In a class body, the names annotated: the fields of a dataclass. */
  annotated: ClassField[];
}

export interface CallArguments {
  positional: Value[];
  keywords: Map<string, Value>;
}

export interface BuiltinValue {
  kind: 'builtin';
  name: string;
  /** `source` is the text of the call, for the unknown it may have to return. */
  call: (given: CallArguments, source: string) => Value;
  attributes?: Map<string, Value>;
}

export interface MethodValue {
  kind: 'method';
  receiver: Value;
  callable: FunctionValue;
}

export interface ClassValue {
  kind: 'class';
  born: number;
  name: string;
  /** Nearest first, this class itself at the front, none of the unknown ones. */
  ancestry: ClassValue[];
  /** Bases from outside the package: what is not found here may be theirs. */
  unknownBases: UnknownValue[];
  attributes: Map<string, Value>;
  decorators: Value[];
  metaclass: ClassValue | undefined;
  /** `__name__` of the module that defined it. */
  module: string;
  /** The built-in container or text an instance also is. */
  native: NativeKind | undefined;
  isEnum: boolean;
  /** How a built-in class makes its instances; undefined for a class of the package. */
  construct: BuiltinValue['call'] | undefined;
  /** Names it annotates, in order: what a dataclass is made from. */
  fields: ClassField[];
  subclasses: ClassValue[];
  file: string;
  line: number;
}

export interface ClassField {
  name: string;
  type: () => Value;
}

export type NativeKind = 'str' | 'int' | 'float' | 'list' | 'tuple' | 'dict' | 'set';

export interface InstanceValue {
  kind: 'instance';
  born: number;
  class: ClassValue;
  attributes: Map<string, Value>;
  /** The content, when the class derives from a built-in container or text. */
  native: Value | undefined;
  /** What a base from outside the package was set up with. */
  given?: CallArguments;
}

export interface ModuleValue {
  kind: 'module';
  born: number;
  name: string;
  /** Path inside the package; empty for a folder without `__init__.py`. */
  file: string;
  variables: Map<string, Value>;
  /** Its source as Python sees it: without a byte order mark, lines ended by `\n`. */
  text: string;
  /** Its top level surely raised, so importing it does. */
  hasFailed: boolean;
  /** Importing it may well raise: it or what it imports is not valid Python, is missing, or raises. */
  isDoubtful: boolean;
}

/** `super()`: what the ancestors of `owner` offer to `receiver`. */
export interface SuperValue {
  kind: 'super';
  owner: ClassValue;
  receiver: Value;
}

/** A value that only running the code could tell. */
export interface UnknownValue {
  kind: 'unknown';
  born: number;
  source: string;
  origin: Origin | undefined;
  /** Attributes the package itself has set on it. */
  attributes: Map<string, Value>;
  /** What a call gives that surely raised. */
  hasRaised?: boolean;
  /** As a member of a list, tuple or set: stands for none, one or several. */
  isLoose?: boolean;
  /** Of a loose one that stands for at most one member: that member. */
  perhaps?: Value;
}

/** What a branch may change in place. */
export type Container = ListValue | SetValue | DictValue;

/** How an unknown came about, when every step is known: `io.Int.Input("seed")` can be read without `io`. */
export type Origin =
  | { kind: 'import'; path: string }
  | { kind: 'attribute'; object: Value; name: string }
  | { kind: 'call'; callee: UnknownValue; given: CallArguments };

export const isObject = (value: Value): value is ObjectValue => typeof value === 'object';

export const isKind = <Kind extends ObjectValue['kind']>(
  value: Value | undefined,
  kind: Kind,
): value is Extract<ObjectValue, { kind: Kind }> => typeof value === 'object' && value.kind === kind;

export const isSequence = (value: Value | undefined): value is ListValue | TupleValue =>
  isKind(value, 'list') || isKind(value, 'tuple');
