import type { SyntaxNode } from '../../python/syntax-tree.ts';
import type { Expression } from './syntax.ts';

/** Longer literals are hostile: the time to read one grows with the square of its length. */
const digitsMax = 400;

/** An `integer` or `float` literal; imaginary ones are opaque. */
export const readNumber = (node: SyntaxNode): Expression => {
  const text = node.text;
  const span = { start: node.startIndex, end: node.startIndex + text.length };
  const digits = text.replaceAll('_', '').toLowerCase();
  if (digits.length > digitsMax || digits.endsWith('j')) return { kind: 'opaque', ...span };
  if (node.type === 'float') return { kind: 'constant', value: Number(digits), ...span };
  const decimal = /^[0-9]+$/.test(digits) ? digits.replace(/^0+(?=.)/, '') : digits;
  try {
    return { kind: 'constant', value: BigInt(decimal), ...span };
  } catch {
    return { kind: 'opaque', ...span };
  }
};
