import { makeInstance, makeUnknown } from '../values/make-values.ts';
import { valuesEqual } from '../values/values-equal.ts';
import {
  isKind,
  type CallArguments,
  type ClassValue,
  type FunctionValue,
  type InstanceValue,
  type Value,
  none,
} from '../values/value.ts';
import { defaultOf, fieldsOf } from '../library/inspection.ts';
import { enumMembers } from './enum-members.ts';
import type { Interpreter } from './interpreter.ts';

/**
 * An instance of a class. An instance of a subclass of text or number is the plain value: `AnyType("*")` counts as
 * `"*"`, because the host never shows anything else of it.
 */
export const instantiate = (
  run: Interpreter,
  made: ClassValue,
  given: CallArguments,
  source: string,
): Value => {
  if (made.construct !== undefined) return made.construct(given, source);
  if (made.isEnum) {
    const wanted = given.positional[0] ?? none;
    const members = enumMembers(made);
    return (
      members.find((each) => valuesEqual(each.attributes.get('value') ?? none, wanted) === true) ??
      makeUnknown(source)
    );
  }
  const maker = findMethod(made, '__new__');
  if (maker !== undefined) {
    const owners = maker.binding === 'class' ? [made, made] : [made];
    const result = run.call(maker, { ...given, positional: [...owners, ...given.positional] }, source);
    if (!isKind(result, 'instance')) return result;
    initialize(run, result, given, source);
    return result;
  }
  const content = makeNative(made, given, source);
  if (made.native === 'str' || made.native === 'int' || made.native === 'float') {
    return content ?? makeUnknown(source);
  }
  const instance = makeInstance(made, [], content);
  initialize(run, instance, given, source);
  return instance;
};

const initialize = (
  run: Interpreter,
  instance: InstanceValue,
  given: CallArguments,
  source: string,
): void => {
  const setUp = findMethod(instance.class, '__init__');
  if (setUp === undefined) {
    fillFields(run, instance, given);
    if (instance.class.unknownBases.length > 0) instance.given = given;
    return;
  }
  run.call(setUp, { ...given, positional: [instance, ...given.positional] }, source);
};

/** The `__init__` of a dataclass that does not define one. */
const fillFields = (run: Interpreter, instance: InstanceValue, given: CallArguments): void => {
  const { ancestry } = instance.class;
  for (const [position, { name }] of fieldsOf(instance.class).entries()) {
    const declared = ancestry.find(({ attributes }) => attributes.has(name))?.attributes.get(name);
    const value = given.positional[position] ?? given.keywords.get(name) ?? defaultOf(run, declared);
    if (value !== undefined) instance.attributes.set(name, value);
  }
  for (const [name, value] of given.keywords) instance.attributes.set(name, value);
};

const findMethod = (made: ClassValue, name: string): FunctionValue | undefined =>
  made.ancestry
    .map((ancestor) => ancestor.attributes.get(name))
    .find((value): value is FunctionValue => isKind(value, 'function'));

/** The initial content of a container or text that derives from a built-in one. */
export const makeNative = (made: ClassValue, given: CallArguments, source: string): Value | undefined => {
  if (made.native === undefined) return undefined;
  const construct = made.ancestry.find((ancestor) => ancestor.construct !== undefined)?.construct;
  const hasOwnSetUp = findMethod(made, '__init__') !== undefined;
  const startsEmpty =
    hasOwnSetUp && (made.native === 'dict' || made.native === 'list' || made.native === 'set');
  const nothing: CallArguments = { positional: [], keywords: new Map() };
  return construct?.(startsEmpty ? nothing : given, source);
};
