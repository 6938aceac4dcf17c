import type { Node, QueryMatch } from 'web-tree-sitter';
import { readImport } from './read-import.ts';
import { createScopes, type Scopes } from './scopes.ts';

/** What a file's names stand for, without regard to the order in which they are bound. */
export interface PythonSource {
  scopes: Scopes;
  calls: Node[];
  /** Name → the dotted name it was imported from. */
  imports: Map<string, string>;
  /** What is bound to a name in a scope; see `keyOf`. */
  values: Map<string, Node[]>;
  /** What the functions of a name return. */
  returns: Map<string, Node[]>;
  /** Parts of the file that run only when it is started as a script. */
  scripts: Node[];
}

export function keyOf(scope: number, name: string): string {
  return `${scope} ${name}`;
}

/** Sorts what the query found. */
export function readSource(matches: readonly QueryMatch[]): PythonSource {
  const captured = (name: string): Node[] =>
    matches.flatMap(({ captures }) =>
      captures.filter((capture) => capture.name === name).map(({ node }) => node),
    );
  const scopes = createScopes(captured('function'));
  const source: PythonSource = {
    scopes,
    calls: captured('call'),
    imports: new Map(captured('import').flatMap(readImport)),
    values: new Map(),
    returns: new Map(),
    scripts: captured('script'),
  };
  for (const { captures } of matches) {
    const target = captures.find(({ name }) => name === 'target')?.node;
    const value = captures.find(({ name }) => name === 'value')?.node;
    if (target === undefined || value === undefined) continue;
    for (const name of namesOf(target))
      append(source.values, keyOf(scopes.at(target.startIndex), name), value);
  }
  for (const returned of captured('returned'))
    append(source.returns, scopes.nameOf(scopes.at(returned.startIndex)), returned);
  return source;
}

function namesOf(target: Node): string[] {
  if (target.type === 'identifier') return [target.text];
  if (!/pattern|tuple|list/.test(target.type)) return [];
  return target.namedChildren
    .filter((child) => child?.type === 'identifier')
    .map((child) => child?.text ?? '');
}

function append(map: Map<string, Node[]>, key: string, node: Node): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [node]);
  else list.push(node);
}
