import type { Expression, FunctionStatement, Parameter } from '../syntax/syntax.ts';

/**
 * The values of Python expressions. Plain values are those of JavaScript: a bigint is an int, a number is a float. None
 * is an object, so that `??` always means "not found".
 */
export type Value = boolean | bigint | number | string | ObjectValue;

/** `born` (see `nextBirth`) belongs to values that a branch may change, or that have names that it may write. */
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
  /** Source texts of merged values that are unknown: there may be more keys. */
  unknownParts: Set<string>;
  /**
   * Present for `globals()` and similar, and as old as the scope that they belong to: writes change these variables.
   */
  variables?: Map<string, Value>;
  /** What makes the value of a key that is asked for and absent. */
  factory?: Value;
}

export interface DictEntryValue {
  key: Value;
  value: Value;
  /** Set in a branch that may not run. */
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
  /** The class whose body defined it, where `super()` starts. */
  owner: ClassValue | undefined;
  attributes: Map<string, Value>;
  /** Of a property that can be set. */
  setter?: FunctionValue;
}

/** A scope with names: a module, the body of a class, or one call of a function. */
export interface Scope {
  kind: 'module' | 'class' | 'function';
  born: number;
  variables: Map<string, Value>;
  parent: Scope | undefined;
  module: ModuleValue;
  /** Names declared `global` or `nonlocal`, and the scopes that hold them. */
  redirected: Map<string, Scope>;
  /** The class of the method that runs here, and its first argument: the meaning of `super()`. */
  owner: ClassValue | undefined;
  receiver: Value | undefined;
  /** What a function has returned so far in branches that may not run, and what it has yielded. */
  returned: Value[];
  yielded: Value[] | undefined;
  /** In a class body, the annotated names, which are the fields of a dataclass. */
  annotated: ClassField[];
}

export interface CallArguments {
  positional: Value[];
  keywords: Map<string, Value>;
}

export interface BuiltinValue {
  kind: 'builtin';
  name: string;
  /** `source` is the text of the call, for the case that the result is unknown. */
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
  /** The class itself first, then the nearest; unknown ones are left out. */
  ancestry: ClassValue[];
  /** Bases from outside the package, which may have any attribute that is not found here. */
  unknownBases: UnknownValue[];
  attributes: Map<string, Value>;
  decorators: Value[];
  metaclass: ClassValue | undefined;
  /** `__name__` of the module that defined it. */
  module: string;
  /** The built-in container or text that an instance also is. */
  native: NativeKind | undefined;
  isEnum: boolean;
  /** How a built-in class creates instances; undefined for a class of the package. */
  construct: BuiltinValue['call'] | undefined;
  /** The names that it annotates, in order, which are the fields of a dataclass. */
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
  /** The content, if the class derives from a built-in container or text. */
  native: Value | undefined;
  /** The arguments of a base from outside the package. */
  given?: CallArguments;
}

export interface ModuleValue {
  kind: 'module';
  born: number;
  name: string;
  /** Path inside the package; empty for a folder without `__init__.py`. */
  file: string;
  variables: Map<string, Value>;
  /** Its source as Python reads it: without a byte order mark, with `\n` as line ends. */
  text: string;
  /** Its top level certainly raised, so importing it raises too. */
  hasFailed: boolean;
  /** Importing it may raise: it, or something that it imports, is invalid Python, is missing, or raises. */
  isDoubtful: boolean;
}

/** `super()`: what the ancestors of `owner` offer to `receiver`. */
export interface SuperValue {
  kind: 'super';
  owner: ClassValue;
  receiver: Value;
}

/** A value that can only be determined by running the code. */
export interface UnknownValue {
  kind: 'unknown';
  born: number;
  source: string;
  origin: Origin | undefined;
  /** Attributes the package itself has set on it. */
  attributes: Map<string, Value>;
  /** The result of a call or subscript that certainly raised. */
  hasRaised?: boolean;
  /** As a member of a list, tuple or set: stands for none, one or several members. */
  isLoose?: boolean;
  /** The member that a loose one stands for, if it stands for at most one. */
  perhaps?: Value;
}

/** What a branch may change in place. */
export type Container = ListValue | SetValue | DictValue;

/** The operations that led to an unknown, if all are known: `io.Int.Input("seed")` can be read without `io`. */
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
