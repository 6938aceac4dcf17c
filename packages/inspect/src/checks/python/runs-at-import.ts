import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { appendTo } from './append-to.ts';
import { findUses, methodKey } from './function-uses.ts';
import type { PythonSource } from './python-source.ts';
import { MODULE_SCOPE } from './scopes.ts';

/**
 * Whether importing the file of a node runs it: directly, or through functions of the file that are called while it, or
 * another file of the package, is imported.
 */
export const runsAtImport = (source: PythonSource, node: SyntaxNode): boolean =>
  isRun(source, node, runsOf(source).atImport) || isCalledFromOthers(source, node, new Set());

interface Runs {
  /** The functions that run while the file is imported, directly or by each other. */
  atImport: ReadonlySet<string>;
  /** The functions in which another one is used. */
  callers: ReadonlyMap<string, readonly string[]>;
}

const known = new WeakMap<PythonSource, Runs>();

const runsOf = (source: PythonSource): Runs => {
  const found = known.get(source);
  if (found !== undefined) return found;
  const atImport = new Set<string>();
  const inside = new Map<string, string[]>();
  const callers = new Map<string, string[]>();
  for (const { node, key } of findUses(source)) {
    if (isOfScript(source, node)) continue;
    const around = functionAround(source, node);
    if (around === undefined) {
      atImport.add(key);
      continue;
    }
    appendTo(inside, around, key);
    appendTo(callers, key, around);
  }
  for (const name of atImport) for (const key of inside.get(name) ?? []) atImport.add(key);
  const runs = { atImport, callers };
  known.set(source, runs);
  return runs;
};

const isRun = (source: PythonSource, node: SyntaxNode, atImport: ReadonlySet<string>): boolean => {
  if (isOfScript(source, node)) return false;
  const name = functionAround(source, node);
  return name === undefined || atImport.has(name);
};

const isOfScript = ({ scripts }: PythonSource, { startIndex: at }: SyntaxNode): boolean =>
  scripts.some(({ startIndex, endIndex }) => startIndex <= at && at < endIndex);

/** The key of the function around a node, for a method with its class; undefined for none. */
const functionAround = ({ scopes, classes }: PythonSource, node: SyntaxNode): string | undefined => {
  let scope = scopes.at(node.startIndex);
  // A lambda without a name runs with what is around it.
  while (scope !== MODULE_SCOPE && scopes.nameOf(scope) === '') scope = scopes.outer(scope);
  if (scope === MODULE_SCOPE) return undefined;
  const owner = classes.at(scopes.startOf(scope));
  const isMethod = classes.startOf(owner) > scopes.startOf(scopes.outer(scope));
  return isMethod ? methodKey(classes.nameOf(owner), scopes.nameOf(scope)) : scopes.nameOf(scope);
};

/** The name that other files call it by: of what makes an object, that of its class. */
const calledName = (key: string): string => {
  const [owner = '', method] = key.split('.');
  return method === undefined || method === '__init__' ? owner : method;
};

/** Whether another file calls the function around a node, or one that calls it, while it is imported. */
const isCalledFromOthers = (source: PythonSource, node: SyntaxNode, seen: Set<string>): boolean => {
  const name = functionAround(source, node);
  if (name === undefined || isOfScript(source, node)) return false;
  return [...callersOf(source, name)].some((caller) => {
    const key = `${source.file}\0${caller}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return source.others
      .callsOf(source.file, calledName(caller))
      .some(
        ({ source: other, call }) =>
          isRun(other, call, runsOf(other).atImport) || isCalledFromOthers(other, call, seen),
      );
  });
};

/** A function, and the functions of its file that call it, directly or through each other. */
const callersOf = (source: PythonSource, name: string): ReadonlySet<string> => {
  const { callers } = runsOf(source);
  const found = new Set([name]);
  for (const called of found) for (const around of callers.get(called) ?? []) found.add(around);
  return found;
};
