import type { Node } from 'web-tree-sitter';
import type { PythonSource } from './read-source.ts';
import { resolveName } from './resolve-name.ts';
import { unescape } from './unescape.ts';
import { valuesOf } from './values-of.ts';

/** Stands for a value that only running the code could tell. */
const UNKNOWN = '…';
const NODES_MAX = 500;
const CHARACTERS_MAX = 4_000;

/** The positional arguments of a call as one text, in the form in which a shell would get the command. */
export const readCommand = (source: PythonSource, args: Node): string => {
  let nodes = 0;
  const write = (node: Node | null): string => {
    nodes += 1;
    if (node === null || nodes > NODES_MAX) return UNKNOWN;
    return writeNode(source, node, write).slice(0, CHARACTERS_MAX);
  };
  return args.namedChildren
    .filter((argument) => argument?.type !== 'keyword_argument')
    .map(write)
    .join(' ');
};

type Write = (node: Node | null) => string;

const writeNode = (source: PythonSource, node: Node, write: Write): string => {
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
      return writeVariable(source, node, write);
    case 'attribute':
      return resolveName(source, node).name === 'sys.executable' ? 'python' : UNKNOWN;
    case 'call':
      return writeCall(node, write);
    default:
      return UNKNOWN;
  }
};

const writeString = (node: Node, write: Write): string => {
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
const writeSum = (node: Node, write: Write): string => {
  const left = node.childForFieldName('left');
  const right = node.childForFieldName('right');
  if (node.childForFieldName('operator')?.type !== '+') return write(left);
  return [write(left), write(right)].join(left?.type === 'list' || right?.type === 'list' ? ' ' : '');
};

const writeVariable = (source: PythonSource, node: Node, write: Write): string => {
  const values = valuesOf(source, node);
  if (values.length > 0) return values.map(write).join('\n');
  return resolveName(source, node).name === 'sys.executable' ? 'python' : UNKNOWN;
};

/** Covers methods of a text, and functions that return their argument. */
const writeCall = (node: Node, write: Write): string => {
  const callee = node.childForFieldName('function');
  const args = node.childForFieldName('arguments')?.namedChildren ?? [];
  const name = callee?.type === 'attribute' ? callee.childForFieldName('attribute')?.text : callee?.text;
  const object = callee?.type === 'attribute' ? callee.childForFieldName('object') : null;
  if (name === 'join' && object?.type === 'string') return args.map(write).join(' ');
  if (/^(?:format|strip|split|encode|decode|replace|lower)$/.test(name ?? '')) return write(object);
  return /^(?:str|split|quote|list)$/.test(name ?? '') ? write(args[0] ?? null) : UNKNOWN;
};
