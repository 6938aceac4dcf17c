import type { Node } from 'web-tree-sitter';
import { readImport } from './read-import.ts';
import { createScopes, type Scopes } from './scopes.ts';

/** What the names in a file refer to, regardless of the order in which they are bound. */
export interface PythonSource {
  text: string;
  /** Whether it mentions the environment of the process. Most files do not, and need not be searched for it. */
  namesEnvironment: boolean;
  scopes: Scopes;
  calls: Node[];
  /** Name → the dotted name it was imported from. */
  imports: Map<string, string>;
  /** What is bound to a name in a scope; see `keyOf`. */
  values: Map<string, Node[]>;
  /** What is bound to an attribute of `self`, in all classes of the file. */
  members: Map<string, Node[]>;
  /** What the functions with a name return. */
  returns: Map<string, Node[]>;
  /** Parts of the file that run only when it is started as a script. */
  scripts: Node[];
}

/** How each kind of node binds names: the fields that hold the target and the value. */
const BINDINGS: Readonly<Record<string, readonly [target: string, value: string]>> = {
  assignment: ['left', 'right'],
  augmented_assignment: ['left', 'right'],
  for_statement: ['left', 'right'],
  for_in_clause: ['left', 'right'],
  named_expression: ['name', 'value'],
};

const BINDING_TYPES = [...Object.keys(BINDINGS), 'as_pattern'];

/** The types of nodes that `readSource` wants. */
export const SOURCE_TYPES: readonly string[] = [
  ...BINDING_TYPES,
  'call',
  'function_definition',
  'if_statement',
  'import_from_statement',
  'import_statement',
  'return_statement',
];

export const keyOf = (scope: number, name: string): string => `${scope} ${name}`;

export const readSource = (text: string, nodes: readonly Node[]): PythonSource => {
  const byType = Map.groupBy(nodes, (node) => node.type);
  const ofType = (type: string): Node[] => byType.get(type) ?? [];
  const scopes = createScopes(ofType('function_definition'));
  const source: PythonSource = {
    text,
    namesEnvironment: /\benviron\b/.test(text),
    scopes,
    calls: ofType('call'),
    imports: new Map([...ofType('import_statement'), ...ofType('import_from_statement')].flatMap(readImport)),
    values: new Map(),
    members: new Map(),
    returns: new Map(),
    scripts: ofType('if_statement').flatMap(scriptOf),
  };
  for (const type of BINDING_TYPES) {
    for (const node of ofType(type)) {
      const { target, value } = readBinding(node, type);
      if (value === null) continue;
      const member = memberOf(target);
      if (member !== undefined) append(source.members, member, value);
      for (const name of namesOf(target))
        append(source.values, keyOf(scopes.at(node.startIndex), name), value);
    }
  }
  for (const statement of ofType('return_statement')) {
    const value = statement.firstNamedChild;
    if (value !== null) append(source.returns, scopes.nameOf(scopes.at(statement.startIndex)), value);
  }
  return source;
};

const readBinding = (node: Node, type: string): { target: Node | null; value: Node | null } => {
  if (type === 'as_pattern') {
    return {
      target: node.childForFieldName('alias')?.firstNamedChild ?? null,
      value: node.firstNamedChild,
    };
  }
  const [target, value] = BINDINGS[type] ?? [];
  if (target === undefined || value === undefined) return { target: null, value: null };
  return { target: node.childForFieldName(target), value: node.childForFieldName(value) };
};

/** The attribute of `self` that is bound. */
const memberOf = (target: Node | null): string | undefined =>
  target?.type === 'attribute' && target.childForFieldName('object')?.text === 'self'
    ? target.childForFieldName('attribute')?.text
    : undefined;

const namesOf = (target: Node | null): string[] => {
  if (target?.type === 'identifier') return [target.text];
  if (target === null || !/pattern|tuple|list/.test(target.type)) return [];
  return target.namedChildren.flatMap((child) => (child?.type === 'identifier' ? [child.text] : []));
};

/** The block under `if __name__ == …`. */
const scriptOf = (statement: Node): Node[] => {
  const condition = statement.childForFieldName('condition');
  const block = statement.childForFieldName('consequence');
  const asksForName =
    condition?.type === 'comparison_operator' && condition.firstNamedChild?.text === '__name__';
  return asksForName && block !== null ? [block] : [];
};

const append = (map: Map<string, Node[]>, key: string, node: Node): void => {
  const list = map.get(key);
  if (list === undefined) map.set(key, [node]);
  else list.push(node);
};
