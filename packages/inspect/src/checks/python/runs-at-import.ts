import type { SyntaxNode } from '../../python/syntax-tree.ts';
import type { PythonSource } from './python-source.ts';
import { MODULE_SCOPE } from './scopes.ts';

const known = new WeakMap<PythonSource, ReadonlySet<string>>();

/**
 * Whether importing the file of a node runs it: directly, or through functions of the file that are called while it, or
 * another file of the package, is imported.
 */
export const runsAtImport = (source: PythonSource, node: SyntaxNode): boolean =>
  isRun(source, node, functionsAtImport(source)) || isCalledFromOthers(source, node, new Set());

/** Names of functions that are called while the file is imported, directly or by each other. */
const functionsAtImport = (source: PythonSource): ReadonlySet<string> => {
  const found = known.get(source);
  if (found !== undefined) return found;
  const calls = callsByPlainName(source);
  const names = new Set<string>();
  for (let before = -1; before < names.size;) {
    before = names.size;
    for (const { node, name } of calls) if (isRun(source, node, names)) names.add(name);
  }
  known.set(source, names);
  return names;
};

const callsByPlainName = ({ calls }: PythonSource): { node: SyntaxNode; name: string }[] =>
  calls.flatMap((node) => {
    const callee = node.childForFieldName('function');
    return callee?.type === 'identifier' ? [{ node, name: callee.text }] : [];
  });

const isRun = (source: PythonSource, node: SyntaxNode, atImport: ReadonlySet<string>): boolean => {
  if (isOfScript(source, node)) return false;
  const name = functionAround(source, node);
  return name === undefined || atImport.has(name);
};

const isOfScript = ({ scripts }: PythonSource, { startIndex: at }: SyntaxNode): boolean =>
  scripts.some(({ startIndex, endIndex }) => startIndex <= at && at < endIndex);

/** The name that a call of the function around a node uses, for a constructor that of its class; undefined for none. */
const functionAround = ({ scopes, classes }: PythonSource, node: SyntaxNode): string | undefined => {
  let scope = scopes.at(node.startIndex);
  // A lambda without a name runs with what is around it.
  while (scope !== MODULE_SCOPE && scopes.nameOf(scope) === '') scope = scopes.outer(scope);
  if (scope === MODULE_SCOPE) return undefined;
  const name = scopes.nameOf(scope);
  return name === '__init__' ? classes.nameOf(classes.at(scopes.startOf(scope))) : name;
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
      .callsOf(source.file, caller)
      .some(
        ({ source: other, call }) =>
          isRun(other, call, functionsAtImport(other)) || isCalledFromOthers(other, call, seen),
      );
  });
};

/** A function, and the functions of its file that call it, directly or through each other. */
const callersOf = (source: PythonSource, name: string): ReadonlySet<string> => {
  const calls = Map.groupBy(callsByPlainName(source), (call) => call.name);
  const callers = new Set([name]);
  for (const called of callers) {
    for (const { node } of calls.get(called) ?? []) {
      const around = isOfScript(source, node) ? undefined : functionAround(source, node);
      if (around !== undefined) callers.add(around);
    }
  }
  return callers;
};
