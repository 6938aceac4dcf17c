import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { valuesOf } from './find-bindings.ts';
import { readLiteral } from './read-literal.ts';
import type { PythonSource } from './read-source.ts';
import { isNamed } from './resolve-name.ts';
import { unescape } from './unescape.ts';

/** Stands for a value that only running the code could tell. */
const UNKNOWN = '…';
const NODES_MAX = 500;
const CHARACTERS_MAX = 4_000;

/** The keywords under which functions take what else stands in front. */
const KEYWORDS = /^(?:args|cmd|command|url)$/;

/** The arguments of a call as one text, in the form in which a shell would get the command. */
export const readCommand = (source: PythonSource, args: SyntaxNode): string => {
  const write = createWriter(source);
  return args.namedChildren
    .map((argument) => (argument?.type === 'keyword_argument' ? valueOf(argument) : argument))
    .flatMap((argument) => (argument === null ? [] : [write(argument)]))
    .join(' ');
};

const valueOf = (argument: SyntaxNode): SyntaxNode | null =>
  KEYWORDS.test(argument.childForFieldName('name')?.text ?? '') ? argument.childForFieldName('value') : null;

/** The text of an expression. A literal is whole, everything else has at most 4,000 characters. */
export const readCode = (source: PythonSource, node: SyntaxNode | null): string => {
  const literal = readLiteral(node);
  return literal === undefined ? createWriter(source)(node) : unescape(literal);
};

const createWriter = (source: PythonSource): Write => {
  let nodes = 0;
  const write = (node: SyntaxNode | null): string => {
    nodes += 1;
    if (node === null || nodes > NODES_MAX) return UNKNOWN;
    return writeNode(source, node, write).slice(0, CHARACTERS_MAX);
  };
  return write;
};

type Write = (node: SyntaxNode | null) => string;

const writeNode = (source: PythonSource, node: SyntaxNode, write: Write): string => {
  switch (node.type) {
    case 'string':
      return writeString(node, write);
    case 'concatenated_string':
      return node.namedChildren.map(write).join('');
    case 'parenthesized_expression':
      return write(node.firstNamedChild);
    case 'list':
    case 'tuple':
      return node.namedChildren.map(write).join(' ');
    case 'binary_operator':
      return writeSum(node, write);
    case 'conditional_expression':
      return node.namedChildren.map(write).join('\n');
    case 'identifier':
    case 'attribute':
      return writeVariable(source, node, write);
    case 'call':
      return writeCall(node, write);
    default:
      return UNKNOWN;
  }
};

const writeString = (node: SyntaxNode, write: Write): string => {
  const isRaw = /^\w*r/i.test(node.text);
  return node.namedChildren
    .map((child) => {
      if (child?.type === 'interpolation') return write(child.childForFieldName('expression'));
      if (child?.type !== 'string_content') return '';
      return isRaw ? child.text : unescape(child.text);
    })
    .join('');
};

/** Concatenates texts, or lists, whose items stay separate. Of `"…" % x`, only the format is used. */
const writeSum = (node: SyntaxNode, write: Write): string => {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  if (node.childForFieldName('operator')?.type !== '+') return write(left);
  return [write(left), write(right)].join(left?.type === 'list' || right?.type === 'list' ? ' ' : '');
};

const writeVariable = (source: PythonSource, node: SyntaxNode, write: Write): string => {
  const values = valuesOf(source, node).slice(0, NODES_MAX);
  if (values.length > 0) return values.map(({ value }) => write(value)).join('\n');
  return isNamed(source, node, /^sys\.executable$/) ? 'python' : UNKNOWN;
};

/** Covers methods of a text, and functions that return their argument. */
const writeCall = (node: SyntaxNode, write: Write): string => {
  const callee = node.childForFieldName('function');
  const args = node.childForFieldName('arguments')?.namedChildren ?? [];
  const name = callee?.type === 'attribute' ? callee.childForFieldName('attribute')?.text : callee?.text;
  const object = callee?.type === 'attribute' ? callee.childForFieldName('object') : null;
  if (name === 'join' && object?.type === 'string') return args.map(write).join(' ');
  if (/^(?:format|strip|split|encode|decode|replace|lower)$/.test(name ?? '')) return write(object);
  return /^(?:str|split|quote|list)$/.test(name ?? '') ? write(args[0] ?? null) : UNKNOWN;
};
