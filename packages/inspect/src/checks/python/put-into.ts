import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { appendTo } from './append-to.ts';
import { findBindings } from './find-bindings.ts';
import { keyOf } from './key-of.ts';
import type { PythonSource } from './python-source.ts';
import { readAssignment } from './read-bindings.ts';
import { memberOf } from './read-source.ts';

/** The methods of a table that put something into it. */
const ADDS = /^(?:append|appendleft|add|insert|extend|update|setdefault|__setitem__)$/;

/** Tables of functions are short. */
const ADDITIONS_MAX = 32;

const known = new WeakMap<PythonSource, ReadonlyMap<string, SyntaxNode[]>>();

/** What a file puts into a table that a variable or an attribute of `self` has, after it was made. */
export const putInto = (source: PythonSource, table: SyntaxNode): readonly SyntaxNode[] =>
  isObject(table) ? added(source, keyOfObject(source, table)) : [];

/** What a file makes an attribute of the object that a variable has. */
export const putOnto = (source: PythonSource, object: SyntaxNode, name: string): readonly SyntaxNode[] =>
  added(source, `${keyOfObject(source, object)}.${name}`);

const added = (source: PythonSource, key: string): readonly SyntaxNode[] =>
  additionsOf(source).get(key)?.slice(0, ADDITIONS_MAX) ?? [];

const keyOfObject = (source: PythonSource, node: SyntaxNode): string => {
  const member = memberOf(node);
  return member === undefined
    ? (findBindings(source, node)?.key ?? node.text)
    : `self.${keyOf(source.classes.at(node.startIndex), member)}`;
};

const isObject = (node: SyntaxNode | null): node is SyntaxNode =>
  node?.type === 'identifier' || memberOf(node) !== undefined;

const additionsOf = (source: PythonSource): ReadonlyMap<string, SyntaxNode[]> => {
  const found = known.get(source);
  if (found !== undefined) return found;
  const additions = new Map<string, SyntaxNode[]>();
  for (const { target, value } of source.assignments.flatMap(readAssignment)) {
    const table = tableOf(target);
    if (target.type === 'subscript' && isObject(table))
      appendTo(additions, keyOfObject(source, table), value);
    const object = target.type === 'attribute' ? target.childForFieldName('object') : null;
    if (object?.type !== 'identifier' || memberOf(target) !== undefined) continue;
    const name = target.childForFieldName('attribute')?.text ?? '';
    appendTo(additions, `${keyOfObject(source, object)}.${name}`, value);
  }
  for (const call of source.calls) {
    const callee = call.childForFieldName('function');
    const object = callee?.type === 'attribute' ? callee.childForFieldName('object') : null;
    if (!isObject(object) || !ADDS.test(callee?.childForFieldName('attribute')?.text ?? '')) continue;
    for (const given of call.childForFieldName('arguments')?.namedChildren ?? [])
      appendTo(additions, keyOfObject(source, object), given.childForFieldName('value') ?? given);
  }
  known.set(source, additions);
  return additions;
};

/** `table` in `table["a"]["b"] = …`. */
const tableOf = (target: SyntaxNode): SyntaxNode | null => {
  let node: SyntaxNode | null = target;
  while (node?.type === 'subscript') node = node.childForFieldName('value');
  return node;
};
