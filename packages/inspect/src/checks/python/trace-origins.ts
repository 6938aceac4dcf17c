import type { Node, TreeCursor } from 'web-tree-sitter';
import { originOfCall, originOfString, type Origin } from './origin.ts';
import type { PythonSource } from './read-source.ts';
import { resolveName } from './resolve-name.ts';
import { valuesOf } from './values-of.ts';

/** Thrown if there are too many paths between values to follow. */
export class TraceTooLong extends Error {}

/** The remaining budget for all traces of one package. */
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
    for (const leaf of relevantNodes(source, node, budget)) {
      const origin = leaf.type === 'string' ? originOfString(leaf.text) : originOfName(source, leaf);
      if (origin !== undefined) origins.add(origin);
      if (leaf.type === 'identifier') waiting.push(...valuesOf(source, leaf));
      if (leaf.type === 'call') waiting.push(...returnsOf(source, leaf));
    }
  }
  return origins;
};

/**
 * Calls, strings and names of variables below a node. Excludes names of attributes and keywords, and the environment
 * that is passed to a program.
 */
const relevantNodes = (source: PythonSource, node: Node, budget: TraceBudget): Node[] => {
  const cursor = node.walk();
  try {
    return collectRelevant(source, cursor, budget);
  } finally {
    // Otherwise the library would leave the rest to the garbage collector, which frees it at a wrong address.
    cursor.delete();
  }
};

const collectRelevant = (source: PythonSource, cursor: TreeCursor, budget: TraceBudget): Node[] => {
  const found: Node[] = [];
  let goesDown = true;
  for (;;) {
    if (goesDown) {
      budget.stepsLeft -= 1;
      if (budget.stepsLeft < 0) throw new TraceTooLong();
      const { nodeType } = cursor;
      const isMember = cursor.currentFieldName === 'attribute' || cursor.currentFieldName === 'name';
      if (
        nodeType === 'call' ||
        nodeType === 'string' ||
        (nodeType === 'identifier' && !isMember) ||
        (nodeType === 'attribute' && source.namesEnvironment)
      )
        found.push(cursor.currentNode);
    }
    const isSkipped =
      source.namesEnvironment &&
      cursor.nodeType === 'keyword_argument' &&
      cursor.currentNode.childForFieldName('name')?.text === 'env';
    if (goesDown && !isSkipped && cursor.gotoFirstChild()) continue;
    if (cursor.gotoNextSibling()) {
      goesDown = true;
      continue;
    }
    if (!cursor.gotoParent()) return found;
    goesDown = false;
  }
};

const originOfName = (source: PythonSource, node: Node): Origin | undefined => {
  if (node.type !== 'call') {
    const { name } = resolveName(source, node);
    return name === 'os.environ' && !isOneOfIt(node) ? 'environment' : originOfCall(name);
  }
  const { name } = resolveName(source, node.childForFieldName('function'));
  const isOfNumbers = /^(?:bytes|bytearray)$/.test(name) && isListed(node);
  return isOfNumbers ? 'decoded' : originOfCall(name);
};

/** Whether only one variable of the environment is read: `os.environ["HOME"]`, `os.environ.get("HOME")`. */
const isOneOfIt = ({ parent, id }: Node): boolean => {
  if (parent?.type === 'subscript') return parent.childForFieldName('value')?.id === id;
  if (parent?.type === 'comparison_operator') return true;
  return (
    parent?.type === 'attribute' &&
    !/^(?:copy|items|values)$/.test(parent.childForFieldName('attribute')?.text ?? '')
  );
};

/** `bytes([101, 120])`, which is unreadable for people. */
const isListed = (call: Node): boolean =>
  /^(?:list|tuple|list_comprehension|generator_expression)$/.test(
    call.childForFieldName('arguments')?.firstNamedChild?.type ?? '',
  );

/**
 * What the functions of the file that a call may refer to return. They are found by the plain name, or by the name of a
 * method of `self`.
 */
const returnsOf = (source: PythonSource, call: Node): readonly Node[] => {
  const callee = call.childForFieldName('function');
  if (callee?.type === 'identifier') return source.returns.get(callee.text) ?? [];
  const isOwn = callee?.type === 'attribute' && callee.childForFieldName('object')?.text === 'self';
  return isOwn ? (source.returns.get(callee.childForFieldName('attribute')?.text ?? '') ?? []) : [];
};
