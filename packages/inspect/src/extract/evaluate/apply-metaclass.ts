import { makeBuiltin, makeTuple } from '../values/make-values.ts';
import { isKind, none, type BuiltinValue, type ClassValue, type Value } from '../values/value.ts';
import { viewVariables } from '../values/view-variables.ts';
import type { Interpreter } from './interpreter.ts';

/**
 * Runs the `__new__` and `__init__` a class's metaclass has for it. They are handed the class's own
 * attributes, so what they set is set; gives the class, or what `__new__` made of it.
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

/** `type.__new__`, which hands a metaclass the class in the making. */
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
