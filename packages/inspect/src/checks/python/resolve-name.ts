import type { Node } from 'web-tree-sitter';
import { readLiteral } from './read-literal.ts';
import { keyOf, type PythonSource } from './read-source.ts';
import { MODULE_SCOPE } from './scopes.ts';

/** A dotted name; `isHidden` when a part of it was given as a string. */
export interface ResolvedName {
  name: string;
  isHidden: boolean;
}

const UNKNOWN: ResolvedName = { name: '', isHidden: false };
const DEPTH_MAX = 20;

/** The dotted name that an expression stands for; its name is "" when imports and assignments do not tell it. */
export const resolveName = (source: PythonSource, node: Node | null, depth = 0): ResolvedName => {
  if (node === null || depth > DEPTH_MAX) return UNKNOWN;
  const resolve = (inner: Node | null): ResolvedName => resolveName(source, inner, depth + 1);
  switch (node.type) {
    case 'identifier':
      return resolveIdentifier(source, node, depth);
    case 'parenthesized_expression':
      return resolve(node.firstNamedChild);
    case 'attribute':
      return join(resolve(node.childForFieldName('object')), node.childForFieldName('attribute')?.text ?? '');
    case 'subscript':
      return resolveSubscript(resolve(node.childForFieldName('value')), node.childForFieldName('subscript'));
    case 'call':
      return resolveCall(node, resolve);
    default:
      return UNKNOWN;
  }
};

const resolveIdentifier = (source: PythonSource, node: Node, depth: number): ResolvedName => {
  const name = node.text;
  const imported = source.imports.get(name);
  if (imported !== undefined) return { name: imported, isHidden: false };
  if (source.scopes.definesAtTop(name)) return { name: `.${name}`, isHidden: false };
  for (let scope = source.scopes.at(node.startIndex); ; scope = source.scopes.outer(scope)) {
    const [value, ...others] = source.values.get(keyOf(scope, name)) ?? [];
    if (value !== undefined) return others.length > 0 ? UNKNOWN : resolveName(source, value, depth + 1);
    if (scope === MODULE_SCOPE) return { name, isHidden: false };
  }
};

/** `__builtins__["exec"]`, `globals()["exec"]`, `os.__dict__["system"]`. */
const resolveSubscript = (holder: ResolvedName, key: Node | null): ResolvedName => {
  const literal = readLiteral(key);
  if (
    literal === undefined ||
    !/(?:^__builtins__|\.__dict__|\b(?:globals|locals|vars)\(\))$/.test(holder.name)
  )
    return UNKNOWN;
  return {
    ...join({ ...holder, name: holder.name.replace(/\.__dict__$|^\w+\(\)$/, '') }, literal),
    isHidden: true,
  };
};

const resolveCall = (node: Node, resolve: (inner: Node | null) => ResolvedName): ResolvedName => {
  const callee = resolve(node.childForFieldName('function'));
  const [first = null, second = null] = node.childForFieldName('arguments')?.namedChildren ?? [];
  if (callee.name === '__import__' || callee.name === 'importlib.import_module') {
    const module = readLiteral(first);
    return module === undefined ? UNKNOWN : { name: module, isHidden: true };
  }
  if (callee.name === 'getattr') {
    const attribute = readLiteral(second);
    return attribute === undefined ? UNKNOWN : { ...join(resolve(first), attribute), isHidden: true };
  }
  return callee.name === '' ? UNKNOWN : { ...callee, name: `${callee.name}()` };
};

/** A built-in function is named without its module. */
const join = (holder: ResolvedName, attribute: string): ResolvedName => {
  const isBuiltin = /^(?:builtins|__builtins__|)$/.test(holder.name) && holder !== UNKNOWN;
  return { ...holder, name: isBuiltin ? attribute : `${holder.name}.${attribute}` };
};
