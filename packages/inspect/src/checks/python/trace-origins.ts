import type { Node, TreeCursor } from 'web-tree-sitter';
import { findBindings, valuesOf } from './find-bindings.ts';
import { keyOf } from './key-of.ts';
import { originOfCall, originOfString, type Origin } from './origin.ts';
import { memberOf, nameOfOwn, type PythonSource } from './read-source.ts';
import { resolveNames } from './resolve-name.ts';

/** Thrown if there are too many paths between values to follow. */
export class TraceTooLong extends Error {}

/** The remaining budget for all traces of one package. */
export interface TraceBudget {
  stepsLeft: number;
}

/** Throws TraceTooLong if the budget does not suffice. */
export const spend = (budget: TraceBudget, steps: number): void => {
  budget.stepsLeft -= steps;
  if (budget.stepsLeft < 0) throw new TraceTooLong();
};

/** What flows into an expression, through the variables, parameters and functions of its file. */
export const traceOrigins = (source: PythonSource, from: Node, budget: TraceBudget): Set<Origin> => {
  const origins = new Set<Origin>();
  const seen = new Set<number>();
  const followed = new Set<string>();
  const waiting: Flow[] = [{ node: from, isReturned: false }];
  for (let flow = waiting.pop(); flow !== undefined; flow = waiting.pop()) {
    const { node, isReturned } = flow;
    // Ids are positive.
    const id = isReturned ? -node.id : node.id;
    if (seen.has(id)) continue;
    seen.add(id);
    for (const leaf of relevantNodes(source, node, budget)) {
      for (const origin of originsOf(source, leaf)) origins.add(origin);
      const key = `${isReturned} ${keyOfVariable(source, leaf)}`;
      if (followed.has(key)) continue;
      if (leaf.type !== 'call') followed.add(key);
      waiting.push(...flowsInto(source, leaf, isReturned));
    }
  }
  return origins;
};

interface Flow {
  node: Node;
  /** Whether a call returns it. The arguments of that call are traced where it stands; those of others do not count. */
  isReturned: boolean;
}

const keyOfVariable = (source: PythonSource, leaf: Node): string => {
  if (leaf.type === 'attribute') return keyOf(source.classes.at(leaf.startIndex), leaf.text);
  return leaf.type === 'identifier' ? (findBindings(source, leaf)?.key ?? '') : String(leaf.id);
};

const flowsInto = (source: PythonSource, leaf: Node, isReturned: boolean): Flow[] => {
  if (leaf.type === 'call') return returnsOf(source, leaf).map((node) => ({ node, isReturned: true }));
  if (leaf.type === 'string') return [];
  // What an object holds does not depend on the call that returns it.
  const isPassedBack = leaf.type === 'identifier' && isReturned;
  return valuesOf(source, leaf)
    .filter(({ isArgument }) => !isArgument || !isPassedBack)
    .map(({ value }) => ({ node: value, isReturned: isPassedBack }));
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
      spend(budget, 1);
      const { nodeType } = cursor;
      const isMember = cursor.currentFieldName === 'attribute' || cursor.currentFieldName === 'name';
      if (
        nodeType === 'call' ||
        nodeType === 'string' ||
        (nodeType === 'identifier' && !isMember) ||
        (nodeType === 'attribute' && (source.namesEnvironment || isOwnMember(source, cursor)))
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

const isOwnMember = (source: PythonSource, { currentNode }: TreeCursor): boolean =>
  source.members.size > 0 && memberOf(currentNode) !== undefined;

const originsOf = (source: PythonSource, leaf: Node): Origin[] => {
  if (leaf.type === 'string') return [originOfString(leaf.text)].filter((origin) => origin !== undefined);
  const isCall = leaf.type === 'call';
  const named = isCall ? leaf.childForFieldName('function') : leaf;
  return resolveNames(source, named).flatMap(({ name }): Origin[] => {
    if (!isCall && name === 'os.environ' && !isOneOfIt(leaf)) return ['environment'];
    if (isCall && /^(?:bytes|bytearray)$/.test(name) && isListed(leaf)) return ['decoded'];
    if (name === 'chr' && isSign(isCall ? leaf : leaf.parent)) return [];
    const origin = originOfCall(name);
    return origin === undefined ? [] : [origin];
  });
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

/** `chr(34)`: a quote or another sign, with which no word is hidden. */
const isSign = (call: Node | null): boolean => {
  const given = call?.childForFieldName('arguments')?.firstNamedChild;
  const code = given?.type === 'integer' ? Number(given.text) : NaN;
  return code >= 0 && code <= 0x10_ff_ff && !/[A-Za-z0-9]/.test(String.fromCodePoint(code));
};

/**
 * What the functions of the file that a call may refer to return. They are found by the plain name, or by the name of a
 * method of `self`.
 */
const returnsOf = (source: PythonSource, call: Node): readonly Node[] => {
  const name = nameOfOwn(call.childForFieldName('function'));
  return name === '' ? [] : (source.returns.get(name) ?? []);
};
