import type { Node } from 'web-tree-sitter';
import { findDownloads, startsOneOf } from './find-downloads.ts';
import type { Origin } from './origin.ts';
import type { PythonCall } from './python-call.ts';
import { readCommand } from './read-command.ts';
import { readLiteral } from './read-literal.ts';
import type { PythonSource } from './read-source.ts';
import { resolveName } from './resolve-name.ts';
import { MODULE_SCOPE } from './scopes.ts';
import { traceOrigins, type TraceBudget } from './trace-origins.ts';

/** Passes every call of a file to the rules. Most rules look only at the name, so everything else is read lazily. */
export const listCalls = function* (source: PythonSource, budget: TraceBudget): Generator<PythonCall> {
  let functionsAtImport: Set<string> | undefined;
  let downloads: ReadonlySet<string> | undefined;
  for (const node of source.calls) {
    const args = node.childForFieldName('arguments');
    const traced = new Map<string | undefined, ReadonlySet<Origin>>();
    yield {
      ...namesOf(source, node),
      get isAtImport() {
        functionsAtImport ??= findFunctionsAtImport(source);
        return runsAtImport(source, node, functionsAtImport);
      },
      get literal() {
        return readLiteral(args?.firstNamedChild ?? null);
      },
      get keywords() {
        return keywordsOf(args).map(({ name }) => name);
      },
      get command() {
        return args === null ? '' : readCommand(source, args);
      },
      get runsDownload() {
        downloads ??= findDownloads(source);
        return startsOneOf(downloads, node);
      },
      origins(keyword) {
        const known = traced.get(keyword);
        if (known !== undefined) return known;
        const from =
          keyword === undefined ? args : keywordsOf(args).find(({ name }) => name === keyword)?.value;
        const origins =
          from === null || from === undefined ? new Set<Origin>() : traceOrigins(source, from, budget);
        traced.set(keyword, origins);
        return origins;
      },
      fileHolds: (pattern) => pattern.test(source.text),
      start: node.startIndex,
      end: node.endIndex,
    };
  }
};

const namesOf = (source: PythonSource, node: Node): Pick<PythonCall, 'callee' | 'isHidden' | 'isEncoded'> => {
  const { name: callee, isHidden, isEncoded } = resolveName(source, node.childForFieldName('function'));
  return { callee, isHidden, isEncoded };
};

const keywordsOf = (args: Node | null): { name: string; value: Node | null }[] =>
  (args?.namedChildren ?? []).flatMap((child) =>
    child?.type === 'keyword_argument'
      ? [{ name: child.childForFieldName('name')?.text ?? '', value: child.childForFieldName('value') }]
      : [],
  );

/** Names of functions that are called while the file is imported, directly or by each other. */
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
