import { makeBuiltin, makeTuple } from '../values/make-values.ts';
import { isKind, none, type BuiltinValue, type ClassValue, type Value } from '../values/value.ts';
import { viewVariables } from '../values/view-variables.ts';
import type { Interpreter } from './interpreter.ts';

/**
 * Runs `__new__` and `__init__` of the metaclass of a class. They get the class's own attributes, so that their writes
 * take effect. Returns the class, or the result of `__new__`.
 */
export const applyMetaclass = (run: Interpreter, made: ClassValue, bases: Value[]): Value => {
  const { metaclass } = made;
  if (metaclass === undefined) return made;
  const given = [made.name, makeTuple(bases), viewVariables({ born: made.born, names: made.attributes })];
  const maker = findHook(metaclass, '__new__');
  let result: Value = made;
  if (maker !== undefined) {
    run.making.push(made);
    try {
      const positional = [metaclass, ...given];
      const returned = run.call(maker, { positional, keywords: new Map() }, made.name);
      if (isKind(returned, 'class')) result = returned;
    } finally {
      run.making.pop();
    }
  }
  const setUp = findHook(metaclass, '__init__');
  if (setUp !== undefined) {
    run.call(setUp, { positional: [result, ...given], keywords: new Map() }, made.name);
  }
  return result;
};

const findHook = (metaclass: ClassValue, name: string): Value | undefined =>
  metaclass.ancestry
    .map((ancestor) => ancestor.attributes.get(name))
    .find((value) => isKind(value, 'function'));

/** `type.__new__`, which returns the class being created to its metaclass. */
export const makeTypeMaker = (run: Interpreter): BuiltinValue =>
  makeBuiltin('__new__', ({ positional: [, , , content] }) => {
    const made = run.making.at(-1);
    if (made === undefined) return none;
    if (isKind(content, 'dict') && content.variables !== made.attributes) {
      for (const { key, value } of content.entries.values()) {
        if (typeof key === 'string') made.attributes.set(key, value);
      }
    }
    return made;
  });
