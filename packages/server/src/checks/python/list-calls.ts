import type { Node } from 'web-tree-sitter';
import type { PythonCall } from './python-call.ts';
import { readLiteral } from './read-literal.ts';
import type { PythonSource } from './read-source.ts';
import { resolveName } from './resolve-name.ts';
import { MODULE_SCOPE } from './scopes.ts';
import { traceOrigins, type TraceBudget } from './trace-origins.ts';

/** Presents every call of a file to the rules. */
export function* listCalls(source: PythonSource, budget: TraceBudget): Generator<PythonCall> {
  const functionsAtImport = findFunctionsAtImport(source);
  for (const node of source.calls) {
    const { name, isHidden } = resolveName(source, node.childForFieldName('function'));
    const args = node.childForFieldName('arguments');
    const children = args?.namedChildren ?? [];
    yield {
      callee: name,
      isHidden,
      isAtImport: runsAtImport(source, node, functionsAtImport),
      literal: readLiteral(children[0] ?? null),
      keywords: children.flatMap((child) =>
        child?.type === 'keyword_argument' ? [child.childForFieldName('name')?.text ?? ''] : [],
      ),
      origins: () => (args === null ? new Set() : traceOrigins(source, args, budget)),
      start: node.startIndex,
      end: node.endIndex,
    };
  }
}

/** Names of functions that are called while the file is imported, also by one another. */
function findFunctionsAtImport(source: PythonSource): Set<string> {
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
}

function runsAtImport(source: PythonSource, node: Node, functionsAtImport: ReadonlySet<string>): boolean {
  const at = node.startIndex;
  if (source.scripts.some((script) => script.startIndex <= at && at < script.endIndex)) return false;
  const scope = source.scopes.at(at);
  return scope === MODULE_SCOPE || functionsAtImport.has(source.scopes.nameOf(scope));
}
