import type { Interpreter } from '../evaluate/interpreter.ts';
import { setItem } from '../values/dict-items.ts';
import { isLoose } from '../values/loose-members.ts';
import { makeBuiltin, makeDict, makeUnknown } from '../values/make-values.ts';
import { isShuffled } from '../values/shuffled.ts';
import {
  isKind,
  none,
  type BuiltinValue,
  type ClassValue,
  type NativeKind,
  type Value,
} from '../values/value.ts';
import { dictMethods } from './dict-methods.ts';
import { listMethods } from './list-methods.ts';
import type { NativeMethod } from './native-method.ts';
import { pathAttributes, pathClass, pathMethods } from './path-methods.ts';
import { setMethods } from './set-methods.ts';
import { textMethods } from './text-methods.ts';

/** A method of a built-in type, bound to its object; undefined if the type has no method of that name. */
export const nativeMethod = (run: Interpreter, object: Value, name: string): Value | undefined => {
  const self = isKind(object, 'instance') && object.native !== undefined ? object.native : object;
  if (isKind(object, 'instance') && object.class === pathClass && typeof object.native === 'string') {
    const path = object.native;
    const attribute = pathAttributes[name]?.(path);
    if (attribute !== undefined) return attribute;
    return bound(run, name, path, pathMethods[name]);
  }
  if (typeof self === 'string') return bound(run, name, self, textMethods[name]);
  if (isKind(self, 'dict')) return bound(run, name, self, dictMethods[name]);
  if (isKind(self, 'set')) return bound(run, name, self, setMethods[name]);
  if (isKind(self, 'list') || isKind(self, 'tuple')) return bound(run, name, self, listMethods[name]);
  return undefined;
};

const methodsOf: Partial<Record<NativeKind, object>> = {
  str: textMethods,
  list: listMethods,
  tuple: listMethods,
  set: setMethods,
  dict: dictMethods,
};

/** `str.upper` and its like, which get their object as the first argument, and `dict.fromkeys`. */
export const unboundMethod = (
  run: Interpreter,
  { native }: ClassValue,
  name: string,
): BuiltinValue | undefined => {
  if (native === 'dict' && name === 'fromkeys') return makeBuiltin(name, makeDictOfKeys(run));
  if (native === undefined || !Object.hasOwn(methodsOf[native] ?? {}, name)) return undefined;
  return makeBuiltin(name, ({ positional: [self = none, ...positional], keywords }, source) => {
    const method = nativeMethod(run, self, name);
    return method === undefined ? makeUnknown(source) : run.call(method, { positional, keywords }, source);
  });
};

const makeDictOfKeys =
  (run: Interpreter): BuiltinValue['call'] =>
  ({ positional: [source = none, value = none] }, text) => {
    const keys = run.iterate(source);
    if (keys === undefined || keys.some(isLoose) || isShuffled(source)) return makeUnknown(text);
    run.budget.spend(keys.length);
    const made = makeDict();
    for (const key of keys) setItem(made, key, value);
    return made;
  };

const bound = <Self>(
  run: Interpreter,
  name: string,
  self: Self,
  method: NativeMethod<Self> | undefined,
): BuiltinValue | undefined => {
  if (method === undefined) return undefined;
  return {
    kind: 'builtin',
    name,
    call: (given, source) => {
      if (typeof self === 'string') run.budget.spend(Math.floor(self.length / 64));
      return method(self, given, run, source) ?? makeUnknown(source);
    },
  };
};
