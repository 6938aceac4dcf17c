import { nativeMethod, unboundMethod } from '../library/native-methods.ts';
import { makeInstance, makeList, makeTuple, makeUnknown } from '../values/make-values.ts';
import {
  isKind,
  isObject,
  type ClassValue,
  type InstanceValue,
  none,
  type SuperValue,
  type Value,
} from '../values/value.ts';
import { viewVariables } from '../values/view-variables.ts';
import { makeTypeMaker } from './apply-metaclass.ts';
import { enumMembers } from './enum-members.ts';
import { makeNative } from './instantiate.ts';
import type { Interpreter } from './interpreter.ts';

/** An attribute of a class: its own, inherited, from its metaclass, or possibly from a base outside the package. */
export const classAttribute = (
  run: Interpreter,
  made: ClassValue,
  name: string,
  source: string,
): Value | undefined => {
  const found = findInAncestry(made.ancestry, name);
  if (found !== undefined) return bindToClass(run, found, made, source);
  const described = classDescriptions[name]?.(made);
  if (described !== undefined) return described;
  const meta = made.metaclass === undefined ? undefined : findInAncestry(made.metaclass.ancestry, name);
  if (meta !== undefined) return bindToInstance(run, meta, made, source);
  if (name === '__new__' && isType(made)) return makeTypeMaker(run);
  return unboundMethod(run, made, name) ?? inheritedUnknown(made, name);
};

const classDescriptions: Record<string, (made: ClassValue) => Value> = {
  __name__: (made) => made.name,
  __qualname__: (made) => made.name,
  __module__: (made) => made.module,
  __dict__: (made) => viewVariables({ born: made.born, names: made.attributes }),
  __mro__: (made) => makeTuple(made.ancestry),
  __bases__: (made) => makeTuple(made.ancestry.slice(1)),
  __subclasses__: (made) => ({
    kind: 'builtin',
    name: '__subclasses__',
    call: () => makeList([...made.subclasses]),
  }),
  __members__: (made) =>
    viewVariables({
      born: made.born,
      names: new Map(enumMembers(made).map((each) => [memberName(each), each])),
    }),
};

const memberName = (member: InstanceValue): string => {
  const name = member.attributes.get('name');
  return typeof name === 'string' ? name : '';
};

/** An unknown for what a base outside the package may define, named after it. */
const inheritedUnknown = (made: ClassValue, name: string): Value | undefined => {
  const [base] = made.unknownBases;
  if (base === undefined) return undefined;
  return makeUnknown(`${base.source}.${name}`, { kind: 'attribute', object: made, name });
};

export const instanceAttribute = (
  run: Interpreter,
  instance: InstanceValue,
  name: string,
  source: string,
): Value | undefined => {
  const own = instance.attributes.get(name);
  if (own !== undefined) return own;
  const found = findInAncestry(instance.class.ancestry, name);
  if (found !== undefined) return bindToInstance(run, found, instance, source);
  if (name === '__class__') return instance.class;
  if (name === '__dict__') return viewVariables({ born: instance.born, names: instance.attributes });
  const method = nativeMethod(run, instance, name);
  if (method !== undefined) return method;
  const fallback = findInAncestry(instance.class.ancestry, '__getattr__');
  if (isKind(fallback, 'function')) {
    return run.call(fallback, { positional: [instance, name], keywords: new Map() }, source);
  }
  return inheritedUnknown(instance.class, name);
};

export const superAttribute = (
  run: Interpreter,
  { owner, receiver }: SuperValue,
  name: string,
  source: string,
): Value | undefined => {
  const made = isKind(receiver, 'class') ? receiver : isKind(receiver, 'instance') ? receiver.class : owner;
  const line = made.ancestry.includes(owner) ? made.ancestry : owner.ancestry;
  const found = findInAncestry(line.slice(line.indexOf(owner) + 1), name);
  if (found !== undefined) {
    if (isKind(receiver, 'class')) return bindToClass(run, found, receiver, source);
    return bindToInstance(run, found, receiver, source);
  }
  if (name === '__init__') return fillNative(made, receiver);
  if (name === '__new__') return made.ancestry.some(isType) ? makeTypeMaker(run) : makeNativeMaker(made);
  return inheritedUnknown(owner, name) ?? nativeMethod(run, receiver, name);
};

/** `super().__init__(content)` of a class derived from a container. */
const fillNative = (made: ClassValue, receiver: Value): Value => ({
  kind: 'builtin',
  name: '__init__',
  call: (given, source) => {
    const fill = made.ancestry.find((ancestor) => ancestor.construct !== undefined)?.construct;
    if (!isKind(receiver, 'instance')) return none;
    if (fill !== undefined) receiver.native = fill(given, source);
    if (made.unknownBases.length > 0) receiver.given = given;
    return none;
  },
});

/** Whether a class is Python's own `type`, whose subclasses are metaclasses. */
const isType = (made: ClassValue): boolean => made.name === 'type' && made.module === 'builtins';

const makeNativeMaker = (made: ClassValue): Value => ({
  kind: 'builtin',
  name: '__new__',
  call: (given, source) => {
    const content = { ...given, positional: given.positional.slice(1) };
    const native = makeNative(made, content, source);
    if (native !== undefined && !isObject(native)) return native;
    return makeInstance(made, [], native);
  },
});

export const findInAncestry = (ancestry: ClassValue[], name: string): Value | undefined =>
  ancestry.find((ancestor) => ancestor.attributes.has(name))?.attributes.get(name);

const bindToClass = (run: Interpreter, value: Value, made: ClassValue, source: string): Value => {
  const given = { positional: [], keywords: new Map() };
  if (isKind(value, 'function')) {
    if (value.binding === 'class') return { kind: 'method', receiver: made, callable: value };
    if (value.binding === 'class-property') return run.call(value, { ...given, positional: [made] }, source);
    if (value.binding !== 'property') return value;
    // The class itself has the property; its value for an instance is needed.
    return run.call(value, { ...given, positional: [makeInstance(made)] }, source);
  }
  return runDescriptor(run, value, none, made, source) ?? value;
};

const bindToInstance = (run: Interpreter, value: Value, receiver: Value, source: string): Value => {
  const owner = isKind(receiver, 'instance')
    ? receiver.class
    : isKind(receiver, 'class')
      ? receiver
      : undefined;
  if (isKind(value, 'function')) {
    if (value.binding === 'static') return value;
    if (value.binding === 'property' || value.binding === 'class-property') {
      const subject = value.binding === 'property' ? receiver : (owner ?? receiver);
      return run.call(value, { positional: [subject], keywords: new Map() }, source);
    }
    const bound = value.binding === 'class' ? (owner ?? receiver) : receiver;
    return { kind: 'method', receiver: bound, callable: value };
  }
  return owner === undefined ? value : (runDescriptor(run, value, receiver, owner, source) ?? value);
};

/** The value of an object with `__get__`; undefined for all others. */
const runDescriptor = (
  run: Interpreter,
  value: Value,
  receiver: Value,
  owner: ClassValue,
  source: string,
): Value | undefined => {
  if (!isKind(value, 'instance')) return undefined;
  const getter = findInAncestry(value.class.ancestry, '__get__');
  if (!isKind(getter, 'function')) return undefined;
  return run.call(getter, { positional: [value, receiver, owner], keywords: new Map() }, source);
};
