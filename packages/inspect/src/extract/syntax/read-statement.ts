import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { meaningfulChildren } from './meaningful-children.ts';
import { readArguments, readExpression, syntaxDepthMax } from './read-expression.ts';
import { readImport, readImportFrom } from './read-import.ts';
import { readParameters } from './read-parameters.ts';
import type { Branch, Expression, Handler, MatchArm, Statement, WithItem } from './syntax.ts';

type Reader = (node: SyntaxNode, depth: number) => Statement | undefined;

/** The statements of a module or block. What cannot be read is left out, and the statements around it stay. */
export const readBlock = (block: SyntaxNode | null | undefined, depth: number): Statement[] => {
  if (block === null || block === undefined || depth > syntaxDepthMax) return [];
  const statements: Statement[] = [];
  for (const node of meaningfulChildren(block)) {
    // The parser wraps the code after a syntax error; valid statements inside still count.
    if (node.type === 'ERROR') statements.push(...readBlock(node, depth + 1));
    const statement = readers[node.type]?.(node, depth + 1);
    if (statement !== undefined) statements.push(statement);
  }
  return statements;
};

const lineOf = (node: SyntaxNode): number => node.line;

const readExpressionStatement = (node: SyntaxNode, depth: number): Statement | undefined => {
  const children = meaningfulChildren(node);
  const [first] = children;
  if (first === undefined) return undefined;
  if (first.type === 'assignment') return readAssignment(first, depth);
  if (first.type === 'augmented_assignment') return readAugmented(first, depth);
  return { kind: 'expression', value: readExpression(first, depth), line: lineOf(node) };
};

const readAssignment = (node: SyntaxNode, depth: number): Statement | undefined => {
  const targets: Expression[] = [];
  let current: SyntaxNode | null = node;
  while (current?.type === 'assignment') {
    targets.push(readExpression(current.childForFieldName('left'), depth));
    current = current.childForFieldName('right');
  }
  const [target] = targets;
  const type = node.childForFieldName('type');
  if (type !== null && target?.kind === 'name') {
    const readType = () => readExpression(meaningfulChildren(type)[0], depth);
    const value = current === null ? undefined : readExpression(current, depth);
    return { kind: 'annotate', name: target.name, readType, value, line: lineOf(node) };
  }
  if (current === null) return undefined;
  return { kind: 'assign', targets, value: readExpression(current, depth), line: lineOf(node) };
};

const readAugmented = (node: SyntaxNode, depth: number): Statement => {
  const operator = node.childForFieldName('operator')?.text.slice(0, -1) ?? '';
  const target = readExpression(node.childForFieldName('left'), depth);
  const value = readExpression(node.childForFieldName('right'), depth);
  return { kind: 'augment', target, operator, value, line: lineOf(node) };
};

const readIf = (node: SyntaxNode, depth: number): Statement => {
  const branches: Branch[] = [readBranch(node, depth)];
  let otherwise: Statement[] = [];
  for (const clause of node.childrenForFieldName('alternative')) {
    if (clause.type === 'elif_clause') branches.push(readBranch(clause, depth));
    else otherwise = readBlock(clause.childForFieldName('body'), depth);
  }
  return { kind: 'if', branches, otherwise, line: lineOf(node) };
};

const readBranch = (node: SyntaxNode, depth: number): Branch => ({
  test: readExpression(node.childForFieldName('condition'), depth),
  body: readBlock(node.childForFieldName('consequence'), depth),
});

/** The block of the `else:` that ends a loop. */
const readElse = (node: SyntaxNode, depth: number): Statement[] =>
  readBlock(node.childForFieldName('alternative')?.childForFieldName('body'), depth);

const readFor = (node: SyntaxNode, depth: number): Statement => ({
  kind: 'for',
  target: readExpression(node.childForFieldName('left'), depth),
  iterable: readExpression(node.childForFieldName('right'), depth),
  body: readBlock(node.childForFieldName('body'), depth),
  otherwise: readElse(node, depth),
  line: lineOf(node),
});

const readTry = (node: SyntaxNode, depth: number): Statement => {
  const handlers: Handler[] = [];
  let otherwise: Statement[] = [];
  let last: Statement[] = [];
  for (const clause of meaningfulChildren(node)) {
    const block = clause.namedChildren.find((child) => child.type === 'block');
    const body = readBlock(block, depth);
    if (clause.type === 'except_clause') handlers.push({ name: readHandlerName(clause), body });
    else if (clause.type === 'else_clause') otherwise = body;
    else if (clause.type === 'finally_clause') last = body;
  }
  const body = readBlock(node.childForFieldName('body'), depth);
  return { kind: 'try', body, handlers, otherwise, finally: last, line: lineOf(node) };
};

const readHandlerName = (clause: SyntaxNode): string | undefined =>
  clause.childForFieldName('value')?.childForFieldName('alias')?.text;

const readWith = (node: SyntaxNode, depth: number): Statement => {
  const clause = node.namedChildren.find((child) => child.type === 'with_clause');
  const items: WithItem[] = [];
  for (const item of clause === undefined ? [] : meaningfulChildren(clause)) {
    const value = item.childForFieldName('value');
    const target = value?.childForFieldName('alias') ?? null;
    const source = value?.type === 'as_pattern' ? value.namedChildren[0] : value;
    items.push({
      value: readExpression(source, depth),
      target: target === null ? undefined : readExpression(target, depth),
    });
  }
  return { kind: 'with', items, body: readBlock(node.childForFieldName('body'), depth), line: lineOf(node) };
};

const readMatch = (node: SyntaxNode, depth: number): Statement => {
  const clauses = node.childForFieldName('body')?.namedChildren ?? [];
  const [subject, ...others] = node.childrenForFieldName('subject');
  return {
    kind: 'match',
    subject: readExpression(others.length === 0 ? (subject ?? null) : null, depth),
    arms: clauses.map((clause) => ({
      literals: readLiterals(
        clause.namedChildren.filter(({ type }) => type === 'case_pattern'),
        depth,
      ),
      isGuarded: clause.namedChildren.some(({ type }) => type === 'if_clause'),
      body: readBlock(clause.childForFieldName('consequence'), depth),
    })),
    line: lineOf(node),
  };
};

const literalTypes = new Set(['string', 'concatenated_string', 'integer', 'float', 'true', 'false', 'none']);

const readLiterals = (patterns: readonly SyntaxNode[], depth: number): MatchArm['literals'] => {
  const [pattern] = patterns;
  if (pattern === undefined || patterns.length > 1) return undefined;
  if (pattern.text === '_') return ['any'];
  const [inner] = pattern.namedChildren;
  const read: MatchArm['literals'] = [];
  for (const each of inner?.type === 'union_pattern' ? inner.namedChildren : [inner]) {
    if (each === undefined || !literalTypes.has(each.type)) return undefined;
    read.push(readExpression(each, depth));
  }
  return read;
};

const readDefinition = (
  node: SyntaxNode,
  depth: number,
  decorators: Expression[] = [],
): Statement | undefined => {
  const line = lineOf(node);
  const name = node.childForFieldName('name')?.text ?? '';
  const block = node.childForFieldName('body');
  if (node.type === 'class_definition') {
    const bases = readArguments(node.childForFieldName('superclasses'), depth);
    return { kind: 'class', name, bases, decorators, body: readBlock(block, depth), line };
  }
  if (node.type !== 'function_definition') return undefined;
  const parameters = readParameters(node.childForFieldName('parameters'), (value) =>
    readExpression(value, depth),
  );
  const isAsync = node.firstChild?.type === 'async';
  let body: Statement[] | undefined;
  const readBody = () => (body ??= readBlock(block, depth));
  const returns = node.childForFieldName('return_type');
  const readReturns = () =>
    returns === null ? undefined : readExpression(meaningfulChildren(returns)[0], depth);
  return { kind: 'function', name, parameters, decorators, isAsync, readBody, readReturns, line };
};

const readDecorated = (node: SyntaxNode, depth: number): Statement | undefined => {
  const decorators = node.namedChildren
    .filter((child) => child.type === 'decorator')
    .map((child) => readExpression(meaningfulChildren(child)[0], depth));
  const definition = node.childForFieldName('definition');
  return definition === null ? undefined : readDefinition(definition, depth, decorators);
};

const readBare =
  (kind: 'raise' | 'pass' | 'break' | 'continue'): Reader =>
  (node) => ({ kind, line: lineOf(node) });

const readDeclaration =
  (scope: 'global' | 'nonlocal'): Reader =>
  (node) => ({
    kind: 'declare',
    scope,
    names: node.namedChildren.map((child) => child.text),
    line: lineOf(node),
  });

const readers: Record<string, Reader> = {
  expression_statement: readExpressionStatement,
  if_statement: readIf,
  for_statement: readFor,
  while_statement: (node, depth) => ({
    kind: 'while',
    test: readExpression(node.childForFieldName('condition'), depth),
    body: readBlock(node.childForFieldName('body'), depth),
    otherwise: readElse(node, depth),
    line: lineOf(node),
  }),
  try_statement: readTry,
  with_statement: readWith,
  match_statement: readMatch,
  function_definition: readDefinition,
  class_definition: readDefinition,
  decorated_definition: readDecorated,
  return_statement: (node, depth) => {
    const value = meaningfulChildren(node)[0];
    return {
      kind: 'return',
      value: value === undefined ? undefined : readExpression(value, depth),
      line: lineOf(node),
    };
  },
  raise_statement: readBare('raise'),
  pass_statement: readBare('pass'),
  break_statement: readBare('break'),
  continue_statement: readBare('continue'),
  import_statement: readImport,
  import_from_statement: readImportFrom,
  global_statement: readDeclaration('global'),
  nonlocal_statement: readDeclaration('nonlocal'),
  delete_statement: (node, depth) => ({
    kind: 'delete',
    targets: meaningfulChildren(node).map((child) => readExpression(child, depth)),
    line: lineOf(node),
  }),
};
