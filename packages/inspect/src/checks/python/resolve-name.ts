import type { Node } from 'web-tree-sitter';
import { type FoldedText, foldText } from './fold-text.ts';
import { keyOf, type PythonSource } from './read-source.ts';
import { MODULE_SCOPE } from './scopes.ts';
import { valuesOf } from './values-of.ts';

/** A dotted name. */
export interface ResolvedName {
  name: string;
  /**
   * Whether a part of it was a string, or was written in letters that look different but that Python reads as the same.
   */
  isHidden: boolean;
  /** Whether that string must be decoded or joined before it can be read. */
  isEncoded: boolean;
}

const UNKNOWN: ResolvedName = { name: '', isHidden: false, isEncoded: false };
const DEPTH_MAX = 20;

const plain = (name: string): ResolvedName => ({ name, isHidden: false, isEncoded: false });

/** The dotted name that an expression refers to; its name is "" if imports and assignments do not tell. */
export const resolveName = (source: PythonSource, node: Node | null, depth = 0): ResolvedName => {
  if (node === null || depth > DEPTH_MAX) return UNKNOWN;
  const resolve = (inner: Node | null): ResolvedName => resolveName(source, inner, depth + 1);
  const fold = (inner: Node | null): FoldedText | undefined =>
    foldText(inner, {
      nameOf: (callee) => resolve(callee).name,
      valueOf: (variable) => {
        const [value = null, ...others] = valuesOf(source, variable);
        return others.length > 0 ? null : value;
      },
    });
  switch (node.type) {
    case 'identifier':
      return resolveIdentifier(source, node, depth);
    case 'parenthesized_expression':
      return resolve(node.firstNamedChild);
    case 'attribute':
      return resolveAttribute(source, node, resolve);
    case 'subscript':
      return resolveSubscript(
        resolve(node.childForFieldName('value')),
        fold(node.childForFieldName('subscript')),
      );
    case 'call':
      return resolveCall(node, resolve, fold);
    default:
      return UNKNOWN;
  }
};

/** Python normalizes names to their compatibility form (PEP 3131), so a name may be written in other letters. */
const readName = (written: string): ResolvedName => {
  const name = written.normalize('NFKC');
  return { name, isHidden: name !== written, isEncoded: name !== written };
};

const resolveIdentifier = (source: PythonSource, node: Node, depth: number): ResolvedName => {
  const written = node.text;
  const imported = source.imports.get(written);
  if (imported !== undefined) return plain(imported);
  if (source.scopes.definesAtTop(written)) return plain(`.${written}`);
  for (let scope = source.scopes.at(node.startIndex); ; scope = source.scopes.outer(scope)) {
    const [value, ...others] = source.values.get(keyOf(scope, written)) ?? [];
    if (value !== undefined) return others.length > 0 ? UNKNOWN : resolveName(source, value, depth + 1);
    if (scope === MODULE_SCOPE) return readName(written);
  }
};

/** An attribute of `self` has the value of the only assignment to it. */
const resolveAttribute = (
  source: PythonSource,
  node: Node,
  resolve: (inner: Node | null) => ResolvedName,
): ResolvedName => {
  const object = node.childForFieldName('object');
  const attribute = node.childForFieldName('attribute')?.text ?? '';
  if (object?.type !== 'identifier' || object.text !== 'self')
    return join(resolve(object), readName(attribute));
  const [value = null, ...others] = source.members.get(attribute) ?? [];
  const member = others.length > 0 ? UNKNOWN : resolve(value);
  return member.name === '' ? plain(`self.${attribute}`) : member;
};

/** `__builtins__["exec"]`, `globals()["exec"]`, `os.__dict__["system"]`. */
const resolveSubscript = (holder: ResolvedName, key: FoldedText | undefined): ResolvedName => {
  const holds = /(?:^__builtins__|\.__dict__|\b(?:globals|locals|vars)\(\))$/;
  if (key === undefined || !holds.test(holder.name)) return UNKNOWN;
  return join({ ...holder, name: holder.name.replace(/\.__dict__$|^\w+\(\)$/, '') }, hidden(key));
};

const hidden = ({ text, isEncoded }: FoldedText): ResolvedName => ({ name: text, isHidden: true, isEncoded });

const resolveCall = (
  node: Node,
  resolve: (inner: Node | null) => ResolvedName,
  fold: (inner: Node | null) => FoldedText | undefined,
): ResolvedName => {
  const callee = resolve(node.childForFieldName('function'));
  const [first = null, second = null] = node.childForFieldName('arguments')?.namedChildren ?? [];
  if (callee.name === '__import__' || callee.name === 'importlib.import_module') {
    const module = fold(first);
    return module === undefined ? UNKNOWN : hidden(module);
  }
  if (callee.name === 'getattr') {
    const attribute = fold(second);
    return attribute === undefined ? UNKNOWN : join(resolve(first), hidden(attribute));
  }
  return callee.name === '' ? UNKNOWN : { ...callee, name: `${callee.name}()` };
};

/** A built-in function is named without its module. */
const join = (holder: ResolvedName, attribute: ResolvedName): ResolvedName => {
  const isBuiltin = /^(?:builtins|__builtins__|)$/.test(holder.name) && holder !== UNKNOWN;
  return {
    name: isBuiltin ? attribute.name : `${holder.name}.${attribute.name}`,
    isHidden: holder.isHidden || attribute.isHidden,
    isEncoded: holder.isEncoded || attribute.isEncoded,
  };
};
