import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { appendTo } from './append-to.ts';
import { keyOf } from './key-of.ts';
import { MODULE_SCOPE, type Scopes } from './scopes.ts';

/** What an import takes from where. */
export interface ImportedFrom {
  /** The number of leading dots; 0 for an absolute name. */
  level: number;
  /** The parts of the module's dotted name. */
  path: readonly string[];
  /** Undefined for the module itself. */
  name: string | undefined;
}

interface Imported {
  /** What it is called in the file; "*" for all of a module. */
  name: string;
  /** The dotted name it stands for. */
  dotted: string;
  from: ImportedFrom;
}

/** The names that an import statement binds. */
const readImport = (statement: SyntaxNode): Imported[] => {
  const module = statement.childForFieldName('module_name');
  const prefix = module === null ? '' : `${module.text}.`;
  const take = (name: string, taken: string): Imported => ({
    name,
    dotted: prefix + taken,
    from: module === null ? moduleNamed(taken) : { ...moduleNamed(module.text), name: taken },
  });
  if (statement.namedChildren.some((child) => child?.type === 'wildcard_import'))
    return [{ ...take('*', '*'), dotted: prefix }];
  return statement.childrenForFieldName('name').flatMap((imported): Imported[] => {
    if (imported === null) return [];
    const alias = imported.childForFieldName('alias');
    if (alias !== null) return [take(alias.text, imported.childForFieldName('name')?.text ?? '')];
    if (module !== null) return [take(imported.text, imported.text)];
    const root = imported.text.split('.')[0] ?? '';
    return [take(root, root)];
  });
};

const moduleNamed = (written: string): ImportedFrom => {
  const dotted = written.replaceAll(/[\s\\]/g, '').normalize('NFKC');
  const path = dotted.replace(/^\.+/, '');
  return {
    level: dotted.length - path.length,
    path: path === '' ? [] : path.split('.'),
    name: undefined,
  };
};

/** One of the places in a file that give a name its meaning. */
export interface Binding {
  /** What is assigned; null for an import and a definition. */
  value: SyntaxNode | null;
  /** The dotted name that is imported; ".name" for a function or class that the file defines. */
  dotted: string;
  /** Only of an import. */
  from: ImportedFrom | undefined;
  start: number;
  /** Whether every run of the file comes by here and the name is never deleted, so that it means nothing else below. */
  isSure: boolean;
}

/** How each kind of node binds names: the fields that hold the target and the value. */
const ASSIGNMENTS: Readonly<Record<string, readonly [target: string, value: string]>> = {
  assignment: ['left', 'right'],
  augmented_assignment: ['left', 'right'],
  for_statement: ['left', 'right'],
  for_in_clause: ['left', 'right'],
  named_expression: ['name', 'value'],
};

/** The types of nodes that `readBindings` wants. */
export const BINDING_TYPES: readonly string[] = [
  ...Object.keys(ASSIGNMENTS),
  'as_pattern',
  'class_definition',
  'delete_statement',
  'function_definition',
  'global_statement',
  'import_from_statement',
  'import_statement',
  'nonlocal_statement',
];

export interface Bindings {
  /** Every binding of every name, by the scope that it is bound in; see `keyOf`. */
  bindings: Map<string, Binding[]>;
  /** Those in the body of a class, by the name of the class and their own, with a dot between. */
  attributes: Map<string, Binding[]>;
}

export const readBindings = (
  ofType: (type: string) => readonly SyntaxNode[],
  scopes: Scopes,
  classes: Scopes,
): Bindings => {
  const bindings = new Map<string, Binding[]>();
  const attributes = new Map<string, Binding[]>();
  const top = startsAtTop([...BINDING_TYPES].flatMap(ofType)[0]);
  const scopeOf = readDeclarations(ofType, scopes);
  const deleted = new Set(ofType('delete_statement').flatMap((statement) => identifiersOf(statement)));
  const bind = (
    node: SyntaxNode,
    name: string,
    { value = null, dotted = '', from }: Partial<Binding>,
  ): void => {
    const scope = scopeOf(node.startIndex, name);
    const isSure = SURE.test(node.type) && top.has(node.startIndex) && !deleted.has(name);
    const binding = { value, dotted, from, start: node.startIndex, isSure };
    appendTo(bindings, keyOf(scope, name), binding);
    if (isMethod(node.startIndex))
      appendTo(attributes, `${classes.nameOf(classes.at(node.startIndex))}.${name}`, binding);
  };
  const isMethod = (at: number): boolean => classes.startOf(classes.at(at)) > scopes.startOf(scopes.at(at));
  for (const type of ['import_statement', 'import_from_statement']) {
    for (const node of ofType(type))
      for (const { name, dotted, from } of readImport(node))
        bind(node, name, { dotted: ofSystem(dotted), from });
  }
  for (const type of ['function_definition', 'class_definition']) {
    for (const node of ofType(type)) {
      const name = node.childForFieldName('name')?.text ?? '';
      if (!isMethod(node.startIndex)) bind(node, name, { dotted: `.${name}` });
    }
  }
  for (const node of [...Object.keys(ASSIGNMENTS), 'as_pattern'].flatMap(ofType)) {
    for (const { target, value } of readAssignment(node))
      for (const name of namesOf(target)) bind(node, name, { value });
  }
  return { bindings, attributes };
};

const SURE = /^(?:assignment|import_\w+|\w+_definition)$/;

/** Where the statements of the module begin, found from any node of it. */
const startsAtTop = (node: SyntaxNode | undefined): ReadonlySet<number | undefined> =>
  new Set(node?.tree.rootNode.namedChildren.map((statement) => statement?.startIndex));

/** `posix` and `nt` are what `os` is made of, and `shutil.os` is the `os` that `shutil` imports. */
export const ofSystem = (dotted: string): string =>
  dotted
    .replace(/^(?:posix|nt)(?=\.|$)/, 'os')
    .replace(/^[a-z_]\w*(?:\.\w+)*\.(?=(?:os|sys|builtins)(?:\.|$))/, '');

/** What an assignment, a loop, a `with` or an `except` binds to what. */
export const readAssignment = (node: SyntaxNode): { target: SyntaxNode; value: SyntaxNode }[] => {
  if (node.type === 'as_pattern') {
    const alias = node.childForFieldName('alias')?.firstNamedChild ?? null;
    return pair(alias, node.firstNamedChild);
  }
  const [target, value] = ASSIGNMENTS[node.type] ?? ['', ''];
  return pair(node.childForFieldName(target), node.childForFieldName(value));
};

/** `a, b = c, d` part by part. */
const pair = (
  target: SyntaxNode | null,
  value: SyntaxNode | null,
): { target: SyntaxNode; value: SyntaxNode }[] => {
  if (target === null || value === null) return [];
  const isList = /^(?:pattern_list|tuple_pattern)$/.test(target.type);
  const isSame = isList && target.namedChildCount === value.namedChildCount;
  if (!isSame || !/^(?:expression_list|tuple)$/.test(value.type)) return [{ target, value }];
  return target.namedChildren.flatMap((part, index) => pair(part, value.namedChild(index)));
};

const namesOf = (target: SyntaxNode): string[] => {
  if (target.type === 'identifier') return [target.text];
  return /pattern|tuple|list/.test(target.type) ? identifiersOf(target) : [];
};

const identifiersOf = (node: SyntaxNode): string[] =>
  node.namedChildren.flatMap((child) => {
    if (child === null) return [];
    if (child.type === 'identifier') return [child.text];
    return /_list$|_pattern$/.test(child.type) ? identifiersOf(child) : [];
  });

/** Which scope a name is bound in, after what `global` and `nonlocal` say. */
const readDeclarations = (
  ofType: (type: string) => readonly SyntaxNode[],
  scopes: Scopes,
): ((position: number, name: string) => number) => {
  const declared = new Map<string, number>();
  for (const type of ['nonlocal_statement', 'global_statement']) {
    for (const statement of ofType(type)) {
      const scope = scopes.at(statement.startIndex);
      const target = type === 'global_statement' ? MODULE_SCOPE : scopes.outer(scope);
      for (const name of identifiersOf(statement)) declared.set(keyOf(scope, name), target);
    }
  }
  return (position, name) => {
    const scope = scopes.at(position);
    return declared.get(keyOf(scope, name)) ?? scope;
  };
};
