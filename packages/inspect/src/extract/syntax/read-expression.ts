import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { meaningfulChildren } from './meaningful-children.ts';
import { readNumber } from './read-number.ts';
import { readParameters } from './read-parameters.ts';
import { readStrings } from './read-string.ts';
import type { Argument, Clause, ComprehensionShape, DictEntry, Expression } from './syntax.ts';

/**
 * Source that nests more deeply is not read: nobody writes it, and the recursion must end before the stack overflows.
 */
export const syntaxDepthMax = 200;

type Reader = (node: SyntaxNode, depth: number) => Expression;

export const readExpression = (node: SyntaxNode | null | undefined, depth: number): Expression => {
  if (node === null || node === undefined) return { kind: 'opaque', start: 0, end: 0 };
  const read = depth > syntaxDepthMax ? undefined : readers[node.type];
  return read === undefined ? { kind: 'opaque', ...span(node) } : read(node, depth + 1);
};

const span = (node: SyntaxNode): { start: number; end: number } => ({
  start: node.startIndex,
  end: node.endIndex,
});

const readOptional = (node: SyntaxNode | null, depth: number): Expression | undefined =>
  node === null ? undefined : readExpression(node, depth);

const readAll = (nodes: SyntaxNode[], depth: number): Expression[] =>
  nodes.map((node) => readExpression(node, depth));

const readSequence =
  (kind: 'list' | 'tuple' | 'set'): Reader =>
  (node, depth) => ({ kind, items: readAll(meaningfulChildren(node), depth), ...span(node) });

const readInner = (node: SyntaxNode, depth: number): Expression =>
  readExpression(meaningfulChildren(node)[0], depth);

const readBinary = (node: SyntaxNode, depth: number): Expression => ({
  kind: 'binary',
  operator: node.childForFieldName('operator')?.text ?? '',
  left: readExpression(node.childForFieldName('left'), depth),
  right: readExpression(node.childForFieldName('right'), depth),
  ...span(node),
});

const readUnary = (node: SyntaxNode, depth: number): Expression => {
  const operator = node.firstChild?.text ?? '';
  return {
    kind: 'unary',
    operator,
    operand: readExpression(node.childForFieldName('argument'), depth),
    ...span(node),
  };
};

const readComparison = (node: SyntaxNode, depth: number): Expression => {
  const operators = node.childrenForFieldName('operators').map((each) => each.text.replaceAll(/\s+/g, ' '));
  const [first, ...operands] = readAll(meaningfulChildren(node).filter(isOperand), depth);
  if (first === undefined) return { kind: 'opaque', ...span(node) };
  const rest = operands.map((operand, index) => ({ operator: operators[index] ?? '', operand }));
  return { kind: 'comparison', first, rest, ...span(node) };
};

const isOperand = (node: SyntaxNode): boolean => node.type !== 'not in' && node.type !== 'is not';

const readConditional = (node: SyntaxNode, depth: number): Expression => {
  const [consequence, test, alternative] = meaningfulChildren(node);
  return {
    kind: 'conditional',
    test: readExpression(test, depth),
    consequence: readExpression(consequence, depth),
    alternative: readExpression(alternative, depth),
    ...span(node),
  };
};

const readSubscript = (node: SyntaxNode, depth: number): Expression => {
  const indices = readAll(node.childrenForFieldName('subscript'), depth);
  const [first] = indices;
  const isTuple = indices.length > 1;
  const index: Expression =
    isTuple || first === undefined ? { kind: 'tuple', items: indices, ...span(node) } : first;
  return {
    kind: 'subscript',
    object: readExpression(node.childForFieldName('value'), depth),
    index,
    ...span(node),
  };
};

const readSlice = (node: SyntaxNode, depth: number): Expression => {
  const bounds: (Expression | undefined)[] = [undefined, undefined, undefined];
  let position = 0;
  for (const child of node.children) {
    if (child.type === ':') position += 1;
    else if (child.isNamed && position < 3) bounds[position] = readExpression(child, depth);
  }
  return { kind: 'slice', lower: bounds[0], upper: bounds[1], step: bounds[2], ...span(node) };
};

const readCall = (node: SyntaxNode, depth: number): Expression => {
  const callee = readExpression(node.childForFieldName('function'), depth);
  return {
    kind: 'call',
    callee,
    arguments: readArguments(node.childForFieldName('arguments'), depth),
    ...span(node),
  };
};

/** The arguments of a call or the bases of a class. */
export const readArguments = (list: SyntaxNode | null, depth: number): Argument[] => {
  if (list === null) return [];
  if (list.type === 'generator_expression') {
    return [{ kind: 'positional', name: '', value: readExpression(list, depth) }];
  }
  return meaningfulChildren(list).map((node) => readArgument(node, depth));
};

const readArgument = (node: SyntaxNode, depth: number): Argument => {
  if (node.type === 'keyword_argument') {
    const name = node.childForFieldName('name')?.text ?? '';
    return { kind: 'keyword', name, value: readExpression(node.childForFieldName('value'), depth) };
  }
  if (node.type === 'list_splat') return { kind: 'spread', name: '', value: readInner(node, depth) };
  if (node.type === 'dictionary_splat') {
    return { kind: 'spread-keywords', name: '', value: readInner(node, depth) };
  }
  return { kind: 'positional', name: '', value: readExpression(node, depth) };
};

const readDict = (node: SyntaxNode, depth: number): Expression => {
  const entries = meaningfulChildren(node).map((child) => readDictEntry(child, depth));
  return { kind: 'dict', entries, ...span(node) };
};

const readDictEntry = (node: SyntaxNode, depth: number): DictEntry => {
  if (node.type !== 'pair') return { value: readInner(node, depth) };
  return {
    key: readExpression(node.childForFieldName('key'), depth),
    value: readExpression(node.childForFieldName('value'), depth),
  };
};

const readComprehension =
  (shape: ComprehensionShape): Reader =>
  (node, depth) => {
    const body = node.childForFieldName('body');
    const clauses = meaningfulChildren(node)
      .filter((child) => child.type === 'for_in_clause' || child.type === 'if_clause')
      .map((child) => readClause(child, depth));
    const element =
      body?.type === 'pair' ? readDictEntry(body, depth) : { value: readExpression(body, depth) };
    return { kind: 'comprehension', shape, body: element, clauses, ...span(node) };
  };

const readClause = (node: SyntaxNode, depth: number): Clause => {
  if (node.type === 'if_clause') return { kind: 'if', test: readInner(node, depth) };
  const target = readExpression(node.childForFieldName('left'), depth);
  const sources = node.childrenForFieldName('right').filter((child) => child.isNamed);
  const [only] = sources;
  const iterable: Expression =
    sources.length === 1
      ? readExpression(only, depth)
      : { kind: 'tuple', items: readAll(sources, depth), ...span(node) };
  return { kind: 'for', target, iterable };
};

const readLambda = (node: SyntaxNode, depth: number): Expression => ({
  kind: 'lambda',
  parameters: readParameters(node.childForFieldName('parameters'), (value) => readExpression(value, depth)),
  body: readExpression(node.childForFieldName('body'), depth),
  ...span(node),
});

const readYield = (node: SyntaxNode, depth: number): Expression => {
  const delegates = node.children.some((child) => child.type === 'from');
  return {
    kind: 'yield',
    value: readOptional(meaningfulChildren(node)[0] ?? null, depth),
    delegates,
    ...span(node),
  };
};

const readStarred: Reader = (node, depth) => ({
  kind: 'starred',
  value: readInner(node, depth),
  ...span(node),
});

const readText: Reader = (node, depth) => readStrings(node, (field) => readExpression(field, depth));

const readName: Reader = (node) => {
  const name = node.text;
  return { kind: 'name', name, start: node.startIndex, end: node.startIndex + name.length };
};

const readConstant =
  (value: null | boolean): Reader =>
  (node) => ({ kind: 'constant', value, ...span(node) });

const readers: Record<string, Reader> = {
  identifier: readName,
  true: readConstant(true),
  false: readConstant(false),
  none: readConstant(null),
  integer: readNumber,
  float: readNumber,
  string: readText,
  concatenated_string: readText,
  attribute: (node, depth) => ({
    kind: 'attribute',
    object: readExpression(node.childForFieldName('object'), depth),
    name: node.childForFieldName('attribute')?.text ?? '',
    ...span(node),
  }),
  subscript: readSubscript,
  slice: readSlice,
  call: readCall,
  parenthesized_expression: readInner,
  tuple_pattern: readSequence('tuple'),
  list_pattern: readSequence('list'),
  pattern_list: readSequence('tuple'),
  expression_list: readSequence('tuple'),
  list: readSequence('list'),
  tuple: readSequence('tuple'),
  set: readSequence('set'),
  dictionary: readDict,
  list_comprehension: readComprehension('list'),
  set_comprehension: readComprehension('set'),
  dictionary_comprehension: readComprehension('dict'),
  generator_expression: readComprehension('generator'),
  binary_operator: readBinary,
  unary_operator: readUnary,
  not_operator: readUnary,
  boolean_operator: (node, depth) => ({
    kind: 'logical',
    operator: node.childForFieldName('operator')?.text === 'or' ? 'or' : 'and',
    left: readExpression(node.childForFieldName('left'), depth),
    right: readExpression(node.childForFieldName('right'), depth),
    ...span(node),
  }),
  comparison_operator: readComparison,
  conditional_expression: readConditional,
  lambda: readLambda,
  named_expression: (node, depth) => ({
    kind: 'walrus',
    name: node.childForFieldName('name')?.text ?? '',
    value: readExpression(node.childForFieldName('value'), depth),
    ...span(node),
  }),
  await: (node, depth) => ({ kind: 'await', value: readInner(node, depth), ...span(node) }),
  yield: readYield,
  list_splat: readStarred,
  list_splat_pattern: readStarred,
  as_pattern_target: readInner,
};
