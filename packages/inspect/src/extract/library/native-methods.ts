import type { Interpreter } from '../evaluate/interpreter.ts';
import { isKind, type BuiltinValue, type Value } from '../values/value.ts';
import { makeUnknown } from '../values/make-values.ts';
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
