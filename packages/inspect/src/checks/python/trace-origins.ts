import type { Node } from 'web-tree-sitter';
import { originOfCall, originOfString, type Origin } from './origin.ts';
import { keyOf, type PythonSource } from './read-source.ts';
import { resolveName } from './resolve-name.ts';
import { MODULE_SCOPE } from './scopes.ts';

/** Thrown when values hang together in more ways than are worth following. */
export class TraceTooLong extends Error {}

/** What is left for all traces of one package. */
export interface TraceBudget {
  stepsLeft: number;
}

/** What flows into an expression, through the variables and functions of its file. */
export const traceOrigins = (source: PythonSource, from: Node, budget: TraceBudget): Set<Origin> => {
  const origins = new Set<Origin>();
  const seen = new Set<number>();
  const waiting = [from];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (seen.has(node.id)) continue;
    seen.add(node.id);
    for (const leaf of relevantNodes(node, budget)) {
      const origin = leaf.type === 'string' ? originOfString(leaf.text) : originOfName(source, leaf);
      if (origin !== undefined) origins.add(origin);
      if (leaf.type === 'identifier') waiting.push(...valuesOf(source, leaf));
      if (leaf.type === 'call') waiting.push(...returnsOf(source, leaf));
    }
  }
  return origins;
};

/** Calls, strings and names of variables under a node; not the names of attributes and keywords. */
const relevantNodes = (node: Node, budget: TraceBudget): Node[] => {
  const found: Node[] = [];
  const cursor = node.walk();
  let goesDown = true;
  for (;;) {
    if (goesDown) {
      budget.stepsLeft -= 1;
      if (budget.stepsLeft < 0) throw new TraceTooLong();
      const isMember = cursor.currentFieldName === 'attribute' || cursor.currentFieldName === 'name';
      if (/^(?:call|string)$/.test(cursor.nodeType) || (cursor.nodeType === 'identifier' && !isMember))
        found.push(cursor.currentNode);
    }
    if (goesDown && cursor.gotoFirstChild()) continue;
    if (cursor.gotoNextSibling()) {
      goesDown = true;
      continue;
    }
    if (!cursor.gotoParent()) break;
    goesDown = false;
  }
  cursor.delete();
  return found;
};

const originOfName = (source: PythonSource, node: Node): Origin | undefined => {
  const named = node.type === 'call' ? node.childForFieldName('function') : node;
  return originOfCall(resolveName(source, named).name);
};

/** What is bound to a variable in the innermost scope that binds it. */
const valuesOf = (source: PythonSource, variable: Node): readonly Node[] => {
  const name = variable.text;
  for (let scope = source.scopes.at(variable.startIndex); ; scope = source.scopes.outer(scope)) {
    const values = source.values.get(keyOf(scope, name));
    if (values !== undefined) return values;
    if (scope === MODULE_SCOPE) return [];
  }
};

/** What the functions of the file return that a call may mean: by the plain name, or by that of a method of `self`. */
const returnsOf = (source: PythonSource, call: Node): readonly Node[] => {
  const callee = call.childForFieldName('function');
  if (callee?.type === 'identifier') return source.returns.get(callee.text) ?? [];
  const isOwn = callee?.type === 'attribute' && callee.childForFieldName('object')?.text === 'self';
  return isOwn ? (source.returns.get(callee.childForFieldName('attribute')?.text ?? '') ?? []) : [];
};
