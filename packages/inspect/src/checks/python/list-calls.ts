import type { Node } from 'web-tree-sitter';
import type { PythonCall } from './python-call.ts';
import { readLiteral } from './read-literal.ts';
import type { PythonSource } from './read-source.ts';
import { resolveName } from './resolve-name.ts';
import { MODULE_SCOPE } from './scopes.ts';
import { traceOrigins, type TraceBudget } from './trace-origins.ts';

/** Presents every call of a file to the rules. Most look no further than the name: the rest is read when asked for. */
export const listCalls = function* (source: PythonSource, budget: TraceBudget): Generator<PythonCall> {
  let functionsAtImport: Set<string> | undefined;
  for (const node of source.calls) {
    const { name, isHidden } = resolveName(source, node.childForFieldName('function'));
    yield {
      callee: name,
      isHidden,
      get isAtImport() {
        functionsAtImport ??= findFunctionsAtImport(source);
        return runsAtImport(source, node, functionsAtImport);
      },
      get literal() {
        return readLiteral(node.childForFieldName('arguments')?.firstNamedChild ?? null);
      },
      get keywords() {
        return (node.childForFieldName('arguments')?.namedChildren ?? []).flatMap((child) =>
          child.type === 'keyword_argument' ? [child.childForFieldName('name')?.text ?? ''] : [],
        );
      },
      origins() {
        const args = node.childForFieldName('arguments');
        return args === null ? new Set() : traceOrigins(source, args, budget);
      },
      start: node.startIndex,
      end: node.endIndex,
    };
  }
};

/** Names of functions that are called while the file is imported, also by one another. */
const findFunctionsAtImport = (source: PythonSource): Set<string> => {
  const calls = source.calls.flatMap((node) => {
    const callee = node.childForFieldName('function');
    return callee?.type === 'identifier' ? [{ node, name: callee.text }] : [];
  });
  const names = new Set<string>();
  for (let before = -1; before < names.size;) {
    before = names.size;
    for (const { node, name } of calls) if (runsAtImport(source, node, names)) names.add(name);
  }
  return names;
};

const runsAtImport = (source: PythonSource, node: Node, functionsAtImport: ReadonlySet<string>): boolean => {
  const at = node.startIndex;
  if (source.scripts.some(({ startIndex, endIndex }) => startIndex <= at && at < endIndex)) return false;
  const scope = source.scopes.at(at);
  return scope === MODULE_SCOPE || functionsAtImport.has(source.scopes.nameOf(scope));
};
