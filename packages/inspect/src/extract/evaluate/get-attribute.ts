import { findKnown } from '../library/host-classes.ts';
import { nativeMethod } from '../library/native-methods.ts';
import { makeBuiltin, makeUnknown } from '../values/make-values.ts';
import { originPath } from '../values/origin-path.ts';
import {
  isKind,
  isObject,
  none,
  type FunctionValue,
  type ModuleValue,
  type UnknownValue,
  type Value,
} from '../values/value.ts';
import { viewVariables } from '../values/view-variables.ts';
import { classAttribute, instanceAttribute, superAttribute } from './class-attributes.ts';
import type { Interpreter } from './interpreter.ts';
import { parentPath } from './package-paths.ts';

/** `object.name`; undefined if the object certainly lacks it, unknown if something outside the package may have it. */
export const getAttribute = (
  run: Interpreter,
  object: Value,
  name: string,
  source: string,
): Value | undefined => {
  if (!isObject(object)) return nativeMethod(run, object, name);
  switch (object.kind) {
    case 'module':
      return moduleAttribute(run, object, name, source);
    case 'class':
      return classAttribute(run, object, name, source);
    case 'instance':
      return instanceAttribute(run, object, name, source);
    case 'super':
      return superAttribute(run, object, name, source);
    case 'function':
      return functionAttribute(object, name);
    case 'method':
      if (name === '__get__') return makeBuiltin('__get__', () => object);
      return functionAttribute(object.callable, name);
    case 'unknown':
      return unknownAttribute(run, object, name, source);
    case 'builtin':
      return name === '__name__' ? object.name : object.attributes?.get(name);
    default:
      return nativeMethod(run, object, name);
  }
};

const moduleAttribute = (
  run: Interpreter,
  module: ModuleValue,
  name: string,
  source: string,
): Value | undefined => {
  const own = module.variables.get(name);
  if (own !== undefined) return own;
  if (name === '__dict__') return viewVariables({ born: module.born, names: module.variables });
  const isPackage = module.file.endsWith('/') || module.file.endsWith('__init__.py');
  const folder = module.file.endsWith('/') ? module.file.slice(0, -1) : parentPath(module.file);
  const submodule = isPackage ? run.loadModule(folder === '' ? name : `${folder}/${name}`) : undefined;
  if (submodule !== undefined) return submodule;
  return computedAttribute(run, module, name, source);
};

/** What a module's own `__getattr__` returns for a name that it does not define; undefined if it certainly raises. */
export const computedAttribute = (
  run: Interpreter,
  module: ModuleValue,
  name: string,
  source: string,
): Value | undefined => {
  const compute = module.variables.get('__getattr__');
  if (compute === undefined) return undefined;
  const computed = run.call(compute, { positional: [name], keywords: new Map() }, source);
  return isKind(computed, 'unknown') && computed.hasRaised === true ? undefined : computed;
};

const functionAttribute = (callable: FunctionValue, name: string): Value | undefined => {
  if (name === '__name__' || name === '__qualname__') return callable.name;
  if (name === '__module__') return callable.scope.module.name;
  if (name === '__get__')
    return makeBuiltin('__get__', ({ positional }) => bindFunction(callable, positional));
  if (name === '__wrapped__' || name === '__func__') return callable;
  // The `setter` decorator of a property returns the property.
  if (callable.binding === 'property' && (name === 'setter' || name === 'deleter')) return callable;
  return callable.attributes.get(name);
};

/** `function.__get__(instance, owner)` */
const bindFunction = (callable: FunctionValue, [instance = none, owner = none]: Value[]): Value => {
  const receiver = callable.binding === 'class' ? owner : instance;
  return receiver === none || callable.binding === 'static'
    ? callable
    : { kind: 'method', receiver, callable };
};

const unknownAttribute = (run: Interpreter, object: UnknownValue, name: string, source: string): Value => {
  const own = object.attributes.get(name);
  if (own !== undefined) return own;
  const path = originPath(object);
  const known = path === undefined ? undefined : findKnown(run, `${path}.${name}`);
  if (known !== undefined) return known;
  const { origin } = object;
  const isSchema = origin?.kind === 'call' && /(^|\.)Schema$/.test(originPath(origin.callee) ?? '');
  const given = isSchema ? origin.given.keywords.get(name) : undefined;
  return given ?? makeUnknown(source, { kind: 'attribute', object, name });
};
