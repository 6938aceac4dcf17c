import type { SyntaxNode } from '../../python/syntax-tree.ts';
import { meaningfulChildren } from './meaningful-children.ts';
import type { Expression, FormatField } from './syntax.ts';

/** Reads the expression in a field of a format. It is passed as an argument, because expressions contain strings. */
type ReadField = (node: SyntaxNode | null) => Expression;

const simpleEscapes: Record<string, string> = {
  '\\\n': '',
  '\\\\': '\\',
  "\\'": "'",
  '\\"': '"',
  '\\a': '\u0007',
  '\\b': '\b',
  '\\f': '\f',
  '\\n': '\n',
  '\\r': '\r',
  '\\t': '\t',
  '\\v': '\v',
};

/** A literal on one line without prefix and escapes, like nearly all. */
const plainLiteral = /^(["'])((?:(?!\1)[^\\\n])*)\1$/;

/** One or more adjacent string literals: a constant, or a format if they have fields. */
export const readStrings = (node: SyntaxNode, readField: ReadField): Expression => {
  const text = node.text;
  const span = { start: node.startIndex, end: node.startIndex + text.length };
  // This avoids asking for its parts, which would take longer than everything else.
  const plain = node.type === 'string' ? plainLiteral.exec(text)?.[2] : undefined;
  if (plain !== undefined) return { kind: 'constant', value: plain, ...span };
  const literals = node.type === 'concatenated_string' ? meaningfulChildren(node) : [node];
  const parts: (string | FormatField)[] = [];
  for (const literal of literals) {
    const prefix = readStringPrefix(literal);
    // The names of characters are not known here.
    const isNamed = !prefix.includes('r') && /\\N\{/.test(literal.text);
    if (prefix.includes('b') || isNamed) return { kind: 'opaque', ...span };
    for (const child of literal.namedChildren) {
      if (child.type === 'string_content') parts.push(readStringContent(child, prefix));
      else if (child.type === 'interpolation') parts.push(...readFormatField(child, readField));
    }
  }
  const texts = parts.filter((part) => typeof part === 'string');
  if (texts.length < parts.length) return { kind: 'format', parts, ...span };
  return { kind: 'constant', value: texts.join(''), ...span };
};

/** A field, after its own source where `=` asks for that. */
const readFormatField = (node: SyntaxNode, readField: ReadField): (string | FormatField)[] => {
  const expression = node.childForFieldName('expression');
  const specifier = node.childForFieldName('format_specifier');
  const isNested = specifier !== null && specifier.namedChildren.length > 0;
  const conversion = node.childForFieldName('type_conversion')?.text.slice(1);
  const end = (expression?.endIndex ?? node.startIndex) - node.startIndex;
  const label = /^\s*=\s*/.exec(node.text.slice(end))?.[0];
  const usual = label !== undefined && specifier === null ? 'r' : '';
  const field: FormatField = {
    value: readField(expression),
    conversion: conversion ?? usual,
    specifier: isNested ? undefined : (specifier?.text.slice(1) ?? ''),
  };
  return label === undefined ? [field] : [node.text.slice(1, end) + label, field];
};

/** The prefix letters of a string literal in lower case: `r`, `b`, `f`, `u` and their combinations. */
const readStringPrefix = (literal: SyntaxNode): string => {
  const opening = literal.firstChild?.text ?? '';
  return opening.replace(/["']+$/, '').toLowerCase();
};

/** The text of a `string_content` node, with escapes decoded unless the literal is raw. */
const readStringContent = (content: SyntaxNode, prefix: string): string => {
  const isFormat = prefix.includes('f');
  if (prefix.includes('r')) return isFormat ? foldBraces(content.text) : content.text;
  let decoded = '';
  let position = content.startIndex;
  const text = content.text;
  const take = (end: number) => text.slice(position - content.startIndex, end - content.startIndex);
  for (const child of content.namedChildren) {
    decoded += take(child.startIndex) + decodePart(child);
    position = child.endIndex;
  }
  return decoded + take(content.endIndex);
};

const decodePart = (part: SyntaxNode): string => {
  if (part.type === 'escape_interpolation') return part.text.slice(0, 1);
  return part.type === 'escape_sequence' ? decodeEscape(part.text) : part.text;
};

const foldBraces = (text: string): string => text.replaceAll('{{', '{').replaceAll('}}', '}');

const decodeEscape = (escape: string): string => {
  const simple = simpleEscapes[escape];
  if (simple !== undefined) return simple;
  if (/^\\[0-7]/.test(escape)) return String.fromCodePoint(Number.parseInt(escape.slice(1), 8));
  if (/^\\[xuU]/.test(escape)) return decodeCodePoint(Number.parseInt(escape.slice(2), 16), escape);
  return escape;
};

const decodeCodePoint = (point: number, escape: string): string =>
  point <= 0x10ffff ? String.fromCodePoint(point) : escape;
