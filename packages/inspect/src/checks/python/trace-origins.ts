import { SyntaxNode, type SyntaxTree } from '../../python/syntax-tree.ts';
import { findBindings } from './find-bindings.ts';
import { holdersOf } from './find-holders.ts';
import { returnsOf } from './find-returns.ts';
import { sitesOfCallee } from './find-targets.ts';
import { keyOf } from './key-of.ts';
import { originOfCall, originOfString, type Origin } from './origin.ts';
import { partOfMapping } from './part-of-mapping.ts';
import type { PythonSource } from './python-source.ts';
import { memberOf } from './read-source.ts';
import { resolveNames } from './resolve-name.ts';
import { spend, type TraceBudget } from './trace-budget.ts';
import { valuesOf } from './values-of.ts';

/**
 * What flows into an expression, through the variables, parameters and functions of its file and of those it imports.
 * Without `withCallers`, what other files pass to its parameters does not count.
 */
export const traceOrigins = (
  source: PythonSource,
  from: SyntaxNode,
  budget: TraceBudget,
  options: { withCallers: boolean } = { withCallers: true },
): Set<Origin> => {
  const origins = new Set<Origin>();
  const seen = new Map<SyntaxTree, Set<number>>();
  const followed = new Set<string>();
  const start = { source, node: from, isReturned: false, isOneValue: false, opens: undefined, steps: 0 };
  const waiting: Flow[] = [start];
  for (let flow = waiting.pop(); flow !== undefined; flow = waiting.pop()) {
    const { source: holder, isReturned, steps } = flow;
    const withCallers = options.withCallers && steps < STEPS_TO_CALLERS_MAX;
    if (!isNew(seen, flow)) continue;
    for (const { leaf, opens } of relevantNodes(flow, budget)) {
      const isOneValue = isOnly(leaf, flow);
      for (const origin of originsOf(holder, leaf)) {
        if (isOneValue && origin === 'environment') continue;
        if (!isNameAlone(leaf, opens) || !OF_CONTENT.has(origin)) origins.add(origin);
      }
      const key = `${isReturned} ${isOneValue} ${opens} ${holder.file} ${keyOfVariable(holder, leaf)}`;
      if (followed.has(key)) continue;
      if (leaf.type !== 'call') followed.add(key);
      const found = flowsInto(holder, leaf, isReturned, { withCallers });
      waiting.push(...found.map((next) => ({ ...next, isOneValue, opens, steps: steps + 1 })));
    }
  }
  return origins;
};

interface Flow {
  /** The file that the node stands in. */
  source: PythonSource;
  node: SyntaxNode;
  /** Whether a call returns it. The arguments of that call are traced where it stands; those of others do not count. */
  isReturned: boolean;
  /** Whether only one value of it is read, if it is a mapping. */
  isOneValue: boolean;
  /**
   * `path` for what a file is opened by, and `named` for an item of that by its key, as in `open(answer["file"])`: it
   * only names the file, which is there already.
   */
  opens: 'path' | 'named' | undefined;
  /** Over how many variables and functions. */
  steps: number;
}

/** What a variable of a path was made from is known where its value stands. */
const isNameAlone = ({ type }: SyntaxNode, opens: Flow['opens']): boolean =>
  opens === 'named' || (opens === 'path' && type === 'identifier');

/** What a file does not have because its name came from there. */
const OF_CONTENT: ReadonlySet<Origin> = new Set<Origin>(['downloaded', 'received']);

/**
 * Whatever a large package calculates depends on arguments in the end. What is passed on purpose is used soon, and
 * callers in other files count only for that.
 */
const STEPS_TO_CALLERS_MAX = 2;

const isNew = (
  seen: Map<SyntaxTree, Set<number>>,
  { node, isReturned, isOneValue, opens }: Flow,
): boolean => {
  const ids = seen.get(node.tree) ?? new Set();
  seen.set(node.tree, ids);
  const state = [undefined, 'path', 'named'].indexOf(opens);
  const id = node.id * 12 + (isReturned ? 6 : 0) + (isOneValue ? 3 : 0) + state;
  if (ids.has(id)) return false;
  ids.add(id);
  return true;
};

const keyOfVariable = (source: PythonSource, leaf: SyntaxNode): string => {
  if (leaf.type === 'attribute') return keyOf(source.classes.at(leaf.startIndex), leaf.text);
  return leaf.type === 'identifier' ? (findBindings(source, leaf)?.key ?? '') : String(leaf.id);
};

const flowsInto = (
  source: PythonSource,
  leaf: SyntaxNode,
  isReturned: boolean,
  options: { withCallers: boolean },
): Omit<Flow, 'isOneValue' | 'opens' | 'steps'>[] => {
  if (leaf.type === 'call')
    return returnsOf(source, leaf).map((returned) => ({ ...returned, isReturned: true }));
  if (leaf.type === 'string') return [];
  // What an object holds does not depend on the call that returns it.
  const isPassedBack = leaf.type === 'identifier' && isReturned;
  return valuesOf(source, leaf, options)
    .filter(({ isArgument }) => !isArgument || !isPassedBack)
    .map(({ source: holder, value }) => ({ source: holder, node: value, isReturned: isPassedBack }));
};

/**
 * Calls, strings and names of variables below a node. Excludes names of attributes and keywords, and the environment
 * that is passed to a program.
 */
const relevantNodes = (
  { source, node: { tree, id, next }, opens }: Flow,
  budget: TraceBudget,
): { leaf: SyntaxNode; opens: Flow['opens'] }[] => {
  const found: { leaf: SyntaxNode; opens: Flow['opens'] }[] = [];
  let pathEnd = opens === undefined ? id : next;
  let namedEnd = opens === 'named' ? next : id;
  for (let at = id; at < next;) {
    const node = new SyntaxNode(tree, at);
    spend(budget, 1);
    if (at < pathEnd && isItemByKey(node)) namedEnd = Math.max(namedEnd, node.next);
    if (isRelevant(source, node, at > id))
      found.push({ leaf: node, opens: at < namedEnd ? 'named' : at < pathEnd ? 'path' : undefined });
    if (opensFile(source, node)) pathEnd = Math.max(pathEnd, node.next);
    at = source.namesEnvironment && isEnvironmentArgument(node) ? node.next : at + 1;
  }
  return found;
};

/** `answer["file"]`, `answer.get("file")`; an address is no key. */
const isItemByKey = (node: SyntaxNode): boolean => {
  if (node.type === 'subscript') return node.childForFieldName('subscript')?.type === 'string';
  if (
    node.type !== 'call' ||
    node.childForFieldName('function')?.childForFieldName('attribute')?.text !== 'get'
  )
    return false;
  const key = node.childForFieldName('arguments')?.firstNamedChild;
  return key?.type === 'string' && !key.text.includes('/');
};

const OPENS = /^(?:(?:io|codecs)\.)?open$/;

/** Whether it is a call of Python's own function, and of no other of that name. */
const opensFile = (source: PythonSource, node: SyntaxNode): boolean => {
  const called = node.type === 'call' ? node.childForFieldName('function') : null;
  if (called === null || !OPENS.test(called.text)) return false;
  const names = resolveNames(source, called);
  return (
    names.length > 0 &&
    names.every(({ name }) => OPENS.test(name)) &&
    sitesOfCallee(source, called).length === 0
  );
};

const isRelevant = (source: PythonSource, node: SyntaxNode, isInner: boolean): boolean => {
  switch (node.type) {
    case 'call':
    case 'string':
      return true;
    case 'identifier':
      return !isInner || !(node.isInField('attribute') || node.isInField('name') || isTarget(node));
    case 'attribute':
      return (
        source.namesEnvironment ||
        source.namesUserSite ||
        (source.members.size + source.attributes.size > 0 && memberOf(node) !== undefined) ||
        holdersOf(source, node.childForFieldName('object')).length > 0
      );
    default:
      return false;
  }
};

/** `key` and `value` in `for key, value in items` are where values go, not where they come from. */
const isTarget = (node: SyntaxNode): boolean =>
  node.isInField('left') ? node.parent?.type === 'for_in_clause' : node.parent?.type === 'pattern_list';

const isEnvironmentArgument = (node: SyntaxNode): boolean =>
  node.type === 'keyword_argument' && node.childForFieldName('name')?.text === 'env';

const originsOf = (source: PythonSource, leaf: SyntaxNode): Origin[] => {
  if (leaf.type === 'string') return [originOfString(leaf.text)].filter((origin) => origin !== undefined);
  const isCall = leaf.type === 'call';
  const named = isCall ? leaf.childForFieldName('function') : leaf;
  return resolveNames(source, named).flatMap(({ name }): Origin[] => {
    if (!isCall && /^os\.environb?$/.test(name) && !isOneOfIt(leaf)) return ['environment'];
    if (name === 'site.USER_SITE') return ['folder of packages'];
    if (isCall && /^(?:bytes|bytearray)$/.test(name) && isListed(leaf)) return ['decoded'];
    if (name === 'chr' && isSign(isCall ? leaf : leaf.parent)) return [];
    const origin = originOfCall(name);
    return origin === undefined ? [] : [origin];
  });
};

/** Whether only one variable of the environment is read: `os.environ["HOME"]`, `os.environ.get("HOME")`. */
const isOneOfIt = ({ parent }: SyntaxNode): boolean =>
  parent?.type === 'attribute' &&
  !/^(?:copy|items|values)$/.test(parent.childForFieldName('attribute')?.text ?? '');

/** Whether what flows from a node into the flow is one value of a mapping: `env["HOME"]`, `dict(env).get("HOME")`. */
const isOnly = (leaf: SyntaxNode, { node, isOneValue }: Flow): boolean => {
  const part = partOfMapping(leaf, node);
  return part === 'one value' || (part === 'mapping' && isOneValue);
};

/** `bytes([101, 120])`, which is unreadable for people. */
const isListed = (call: SyntaxNode): boolean =>
  /^(?:list|tuple|list_comprehension|generator_expression)$/.test(
    call.childForFieldName('arguments')?.firstNamedChild?.type ?? '',
  );

/** `chr(34)`: a quote or another sign, with which no word is hidden. */
const isSign = (call: SyntaxNode | null): boolean => {
  const given = call?.childForFieldName('arguments')?.firstNamedChild;
  const code = given?.type === 'integer' ? Number(given.text) : NaN;
  return code >= 0 && code <= 0x10_ff_ff && !/[A-Za-z0-9]/.test(String.fromCodePoint(code));
};
