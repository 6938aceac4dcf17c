import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { importedReturns } from './find-returns.ts';
import { readLiteral } from './read-literal.ts';
import type { PythonSource } from './python-source.ts';
import { isNamed } from './resolve-name.ts';
import { unescape } from './unescape.ts';
import { valuesOf } from './values-of.ts';

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
  const writerOf =
    (holder: PythonSource): Write =>
    (node) => {
      nodes += 1;
      if (node === null || nodes > NODES_MAX) return UNKNOWN;
      const write = writerOf(holder);
      return writeNode({ source: holder, write, writerOf }, node).slice(0, CHARACTERS_MAX);
    };
  return writerOf(source);
};

type Write = (node: SyntaxNode | null) => string;

interface Writing {
  source: PythonSource;
  /** Writes what stands in the same file. */
  write: Write;
  /** Writes what stands in another one. */
  writerOf: (source: PythonSource) => Write;
}

const writeNode = (writing: Writing, node: SyntaxNode): string => {
  const { write } = writing;
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
      return writeVariable(writing, node);
    case 'call':
      return writeCall(writing, node);
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

const writeVariable = ({ source, writerOf }: Writing, node: SyntaxNode): string => {
  const values = valuesOf(source, node).slice(0, NODES_MAX);
  if (values.length > 0) return values.map(({ source: holder, value }) => writerOf(holder)(value)).join('\n');
  return isNamed(source, node, /^sys\.executable$/) ? 'python' : UNKNOWN;
};

/** Covers methods of a text, functions that return their argument, and functions of other files. */
const writeCall = ({ source, write, writerOf }: Writing, node: SyntaxNode): string => {
  const callee = node.childForFieldName('function');
  const args = node.childForFieldName('arguments')?.namedChildren ?? [];
  const name = callee?.type === 'attribute' ? callee.childForFieldName('attribute')?.text : callee?.text;
  const object = callee?.type === 'attribute' ? callee.childForFieldName('object') : null;
  const returned = importedReturns(source, node).slice(0, NODES_MAX);
  if (returned.length > 0)
    return returned.map(({ source: holder, node: value }) => writerOf(holder)(value)).join('\n');
  if (name === 'join' && object?.type === 'string') return args.map(write).join(' ');
  if (/^(?:format|strip|split|encode|decode|replace|lower)$/.test(name ?? '')) return write(object);
  return /^(?:str|split|quote|list)$/.test(name ?? '') ? write(args[0] ?? null) : UNKNOWN;
};
